import * as passwordsContract from '@quayside/contract/passwords.ts';
import { hour } from '../../lib/durations.ts';
import type { Feature } from '../feature.ts';
import { sweepResets } from './passwords.queries.ts';
import { passwordRoutes } from './passwords.routes.ts';

declare module '../audit/audit-entry.ts' {
  interface AuditEvents {
    'password.reset': true;
    'password.change': true;
  }
}

export const passwordsFeature: Feature = {
  chapter: { name: 'passwords', description: 'Passwords that are forgotten or changed.', files: [passwordsContract] },
  routes: () => passwordRoutes,
  recurring: () => [
    {
      name: 'sweep-password-resets',
      by: 'one-copy',
      everyMs: hour,
      run: ({ db, tenant, clock }) => sweepResets(db, tenant.id, clock.now()),
    },
  ],
};
