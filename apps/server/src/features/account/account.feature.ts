import * as accountContract from '@quayside/contract/account/account.ts';
import * as accountResources from '@quayside/contract/integration/accounts.ts';
import { z } from 'zod';
import type { Feature } from '../feature.ts';
import { accountIntegrationRoutes } from './account.integration.ts';
import { accountRoutes } from './account.routes.ts';
import { emailChangedMail } from './email-changed.mail.ts';
import { accountTables } from './account.tables.ts';

declare module '../audit/audit-entry.rules.ts' {
  interface AuditEvents {
    'account.save': true;
    'account.add': true;
  }
}

declare module '../../db/sql/numbers.ts' {
  interface Counters {
    account: true;
  }
}

declare module '../mail/mail-kind.types.ts' {
  interface MailPayloads {
    'email-changed': { accountId: number };
  }
}

export const accountFeature: Feature = {
  chapter: {
    name: 'account',
    description: 'The account, its dashboard, and staff who look at it.',
    files: [accountContract],
  },
  routes: () => accountRoutes,
  mails: {
    'email-changed': { payload: z.object({ accountId: z.int() }), write: emailChangedMail },
  },
  integration: {
    chapter: { name: 'accounts', description: 'The customers of the marina.', files: [accountResources] },
    routes: ({ takeRows }) => accountIntegrationRoutes(takeRows),
  },
  tables: accountTables,
};
