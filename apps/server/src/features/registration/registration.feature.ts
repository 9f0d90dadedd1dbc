import * as registrationResources from '@quayside/contract/integration/registration-codes.ts';
import * as registrationContract from '@quayside/contract/identity/registration.ts';
import { z } from 'zod';
import { hour } from '../../lib/time/durations.ts';
import type { Feature } from '../feature.ts';
import { registrationIntegrationRoutes } from './registration.integration.ts';
import { sweepRenewalCodes } from './registration.queries.ts';
import { registrationRoutes } from './registration.routes.ts';
import { registeredMail } from './registered.mail.ts';
import { registrationCodeMail } from './registration-code.mail.ts';
import { registrationTables } from './registration.tables.ts';

declare module '../audit/audit-entry.rules.ts' {
  interface AuditEvents {
    registration: true;
    'code.issue': true;
  }
}

declare module '../mail/mail-kind.types.ts' {
  interface MailPayloads {
    registered: object;
    'registration-code': { accountId: number };
  }
}

export const registrationFeature: Feature = {
  chapter: { name: 'registration', description: 'How an account gets its login.', files: [registrationContract] },
  routes: () => registrationRoutes,
  integration: {
    chapter: { name: 'accounts', files: [registrationResources] },
    routes: ({ originOf }) => registrationIntegrationRoutes(originOf),
  },
  recurring: () => [
    {
      name: 'sweep-renewal-codes',
      by: 'one-copy',
      everyMs: hour,
      run: ({ db, tenant, clock }) => sweepRenewalCodes(db, tenant.id, clock.now()),
    },
  ],
  mails: {
    registered: { payload: z.object({}), write: registeredMail },
    'registration-code': { payload: z.object({ accountId: z.int() }), write: registrationCodeMail },
  },
  tables: registrationTables,
};
