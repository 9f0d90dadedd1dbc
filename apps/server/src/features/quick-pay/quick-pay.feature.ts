import * as payLinksContract from '@quayside/contract/integration/payments/pay-links.ts';
import * as quickPayContract from '@quayside/contract/orders/quick-pay.ts';
import { z } from 'zod';
import { hour } from '../../lib/time/durations.ts';
import type { Feature } from '../feature.ts';
import { payLinkIntegrationRoutes } from './pay-links.integration.ts';
import { sweepOrderKeys } from './order-keys.queries.ts';
import { quickPayRoutes } from './quick-pay.routes.ts';
import { payLinkMail } from './pay-link.mail.ts';
import { quickPayTables } from './quick-pay.tables.ts';

declare module '../audit/audit-entry.rules.ts' {
  interface AuditEvents {
    'pay-link.mail': true;
  }
}

declare module '../mail/mail-kind.types.ts' {
  interface MailPayloads {
    'pay-link': { orderId: number };
  }
}

export const quickPayFeature: Feature = {
  chapter: { name: 'quick-pay', description: 'Paying an order by its link.', files: [quickPayContract] },
  routes: ({ decoyHash }) => quickPayRoutes(decoyHash),
  integration: {
    chapter: { name: 'pay-links', description: 'Addresses where one order can be paid.', files: [payLinksContract] },
    routes: ({ originOf }) => payLinkIntegrationRoutes(originOf),
  },
  recurring: () => [
    {
      name: 'sweep-order-keys',
      by: 'one-copy',
      everyMs: hour,
      run: ({ db, tenant, clock }) => sweepOrderKeys(db, tenant.id, clock.now()),
    },
  ],
  mails: {
    'pay-link': { payload: z.object({ orderId: z.int() }), write: payLinkMail },
  },
  tables: quickPayTables,
};
