import * as identityContract from '@quayside/contract/identity.ts';
import { hour } from '../../lib/durations.ts';
import type { Feature } from '../feature.ts';
import { identityRoutes } from './identity.routes.ts';
import { sweepDevices } from './known-devices.ts';
import { sweepLocks } from './sign-in-locks.ts';

declare module '../audit/audit-entry.ts' {
  interface AuditEvents {
    'sign-in': true;
    'sign-in.locked': true;
    'sign-in.slowed': true;
    'sign-out': true;
    'identity.link': true;
  }
}

declare module '../../db/numbers.ts' {
  interface Counters {
    login: true;
  }
}

export const identityFeature: Feature = {
  chapter: { name: 'identity', description: 'Signing in and out, and the session.', files: [identityContract] },
  routes: ({ decoyHash }) => identityRoutes(decoyHash),
  recurring: () => [
    {
      name: 'sweep-sign-in-locks',
      by: 'one-copy',
      everyMs: hour,
      run: async ({ db, tenant, clock }) => {
        await sweepLocks(db, tenant.id, clock.now());
        await sweepDevices(db, tenant.id, clock.now());
      },
    },
  ],
};
