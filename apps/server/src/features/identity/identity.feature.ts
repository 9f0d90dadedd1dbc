import * as identityContract from '@quayside/contract/identity/identity.ts';
import { z } from 'zod';
import { hour } from '../../lib/time/durations.ts';
import type { Feature } from '../feature.ts';
import { identityRoutes } from './identity.routes.ts';
import { sweepDevices } from './known-devices.service.ts';
import { sweepLocks } from './sign-in-locks.queries.ts';
import { loginLockedMail, loginSlowMail } from './lock.mail.ts';
import { identityTables } from './identity.tables.ts';

declare module '../audit/audit-entry.rules.ts' {
  interface AuditEvents {
    'sign-in': true;
    'sign-in.locked': true;
    'sign-in.slowed': true;
    'sign-out': true;
    'identity.link': true;
    'identity.unlink': true;
  }
}

declare module '../../db/sql/numbers.ts' {
  interface Counters {
    login: true;
  }
}

declare module '../mail/mail-kind.types.ts' {
  interface MailPayloads {
    'login-locked': object;
    'login-slow': object;
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
  mails: {
    'login-locked': { payload: z.object({}), write: loginLockedMail },
    'login-slow': { payload: z.object({}), write: loginSlowMail },
  },
  tables: identityTables,
};
