import * as passwordsContract from '@quayside/contract/identity/passwords.ts';
import { z } from 'zod';
import { hour } from '../../lib/time/durations.ts';
import type { Feature } from '../feature.ts';
import { sweepResets } from './passwords.queries.ts';
import { passwordRoutes } from './passwords.routes.ts';
import { passwordChangedMail, passwordResetMail } from './passwords.mail.ts';
import { passwordTables } from './passwords.tables.ts';

declare module '../audit/audit-entry.rules.ts' {
  interface AuditEvents {
    'password.reset': true;
    'password.change': true;
  }
}

declare module '../mail/mail-kind.types.ts' {
  interface MailPayloads {
    'password-reset': object;
    'password-changed': object;
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
  mails: {
    'password-reset': { payload: z.object({}), write: passwordResetMail },
    'password-changed': { payload: z.object({}), write: passwordChangedMail },
  },
  tables: passwordTables,
};
