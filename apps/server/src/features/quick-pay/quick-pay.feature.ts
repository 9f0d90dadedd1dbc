import * as quickPayContract from '@quayside/contract/quick-pay.ts';
import { z } from 'zod';
import { hour } from '../../lib/durations.ts';
import type { Feature } from '../feature.ts';
import { sweepOrderKeys } from './order-keys.queries.ts';
import { quickPayRoutes } from './quick-pay.routes.ts';
import { payLinkMail } from './pay-link.mail.ts';

declare module '../audit/audit-entry.rules.ts' {
  interface AuditEvents {
    'pay-link.mail': true;
  }
}

declare module '../mail/mail-kind.rules.ts' {
  interface MailPayloads {
    'pay-link': { orderId: number };
  }
}

export const quickPayFeature: Feature = {
  chapter: { name: 'quick-pay', description: 'Paying an order by its link.', files: [quickPayContract] },
  routes: ({ decoyHash }) => quickPayRoutes(decoyHash),
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
};
