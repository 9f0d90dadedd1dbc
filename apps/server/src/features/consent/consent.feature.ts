import * as consentContract from '@quayside/contract/account/consent.ts';
import * as consentResources from '@quayside/contract/integration/consents.ts';
import { z } from 'zod';
import type { Feature } from '../feature.ts';
import { consentIntegrationRoutes } from './consent.integration.ts';
import { consentRoutes } from './consent.routes.ts';
import { consentLinkMail } from './consent-link.mail.ts';
import { consentTables } from './consent.tables.ts';

declare module '../audit/audit-entry.rules.ts' {
  interface AuditEvents {
    'consent.change': true;
  }
}

declare module '../../db/sql/numbers.ts' {
  interface Counters {
    'consent-group': true;
  }
}

declare module '../mail/mail-kind.types.ts' {
  interface MailPayloads {
    'consent-link': { accountId: number };
  }
}

export const consentFeature: Feature = {
  chapter: { name: 'consent', description: 'What the marina may write to a customer about.', files: [consentContract] },
  routes: () => consentRoutes,
  integration: {
    chapter: { name: 'consents', description: 'The messages that customers agree to.', files: [consentResources] },
    routes: ({ takeRows }) => consentIntegrationRoutes(takeRows),
  },
  mails: {
    'consent-link': { payload: z.object({ accountId: z.int() }), write: consentLinkMail },
  },
  tables: consentTables,
};
