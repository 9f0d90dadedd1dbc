import * as estimatesContract from '@quayside/contract/orders/estimates.ts';
import * as estimateResources from '@quayside/contract/integration/estimates.ts';
import { z } from 'zod';
import type { Feature } from '../feature.ts';
import { estimateIntegrationRoutes } from './estimates.integration.ts';
import { estimateRoutes } from './estimates.routes.ts';
import { estimateMail } from './estimate.mail.ts';
import { estimateTables } from './estimates.tables.ts';

declare module '../audit/audit-entry.rules.ts' {
  interface AuditEvents {
    'estimate.answer-prepared': true;
  }
}

declare module '../../db/sql/numbers.ts' {
  interface Counters {
    estimate: true;
  }
}

declare module '../mail/mail-kind.types.ts' {
  interface MailPayloads {
    estimate: { estimateId: number };
  }
}

export const estimatesFeature: Feature = {
  chapter: { name: 'estimates', description: 'Estimates of the account.', files: [estimatesContract] },
  routes: () => estimateRoutes,
  integration: {
    chapter: { name: 'estimates', description: 'Offers to customers.', files: [estimateResources] },
    routes: ({ takeRows }) => estimateIntegrationRoutes(takeRows),
  },
  mails: {
    estimate: { payload: z.object({ estimateId: z.int() }), write: estimateMail },
  },
  tables: estimateTables,
};
