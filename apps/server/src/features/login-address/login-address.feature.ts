import * as loginAddressContract from '@quayside/contract/login-address.ts';
import { hour } from '../../lib/durations.ts';
import type { Feature } from '../feature.ts';
import { sweepConfirmations } from './login-address.queries.ts';
import { loginAddressRoutes } from './login-address.routes.ts';
import type { ForgetReset } from './login-address.service.ts';

declare module '../audit/audit-entry.ts' {
  interface AuditEvents {
    'login-address.request': true;
    'login-address.confirm': true;
  }
}

/** @param forgetReset ends the link to a new password of an old address */
export const loginAddressFeature = (forgetReset: ForgetReset): Feature => ({
  chapter: { name: 'identity', files: [loginAddressContract] },
  routes: () => loginAddressRoutes(forgetReset),
  recurring: () => [
    {
      name: 'sweep-address-confirmations',
      by: 'one-copy',
      everyMs: hour,
      run: ({ db, tenant, clock }) => sweepConfirmations(db, tenant.id, clock.now()),
    },
  ],
});
