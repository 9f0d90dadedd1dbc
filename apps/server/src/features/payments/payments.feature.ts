import * as allocationsContract from '@quayside/contract/integration/payments/allocations.ts';
import * as refundsContract from '@quayside/contract/integration/payments/refunds.ts';
import * as paymentResources from '@quayside/contract/integration/payments/payment-resources.ts';
import * as paymentsContract from '@quayside/contract/payments/payments.ts';
import * as paymentPagesContract from '@quayside/contract/payments/payment-pages.ts';
import * as paymentHistoryContract from '@quayside/contract/payments/payment-history.ts';
import { z } from 'zod';
import { unsafeTenantsWith } from '../../jobs/tenants-with-work.queries.ts';
import { hour, second } from '../../lib/time/durations.ts';
import type { Feature } from '../feature.ts';
import { availableIntegrationRoutes } from './available/available.integration.ts';
import { reconcilePayments } from './engine/reconcile.service.ts';
import { paymentHistoryRoutes } from './history/payment-history.routes.ts';
import { notMadeMail } from './mails/not-made.mail.ts';
import { type PaymentAlertPayload, paymentAlertMail } from './mails/payment-alert.mail.ts';
import { paymentPageRoutes } from './pages/payment-pages.routes.ts';
import { paymentIntegrationRoutes } from './payments.integration.ts';
import { paymentRoutes } from './payments.routes.ts';
import { paymentTables } from './payments.tables.ts';
import { handleEvent, sweepEvents } from './providers/provider-events.service.ts';
import { reconcileRefunds } from './refunds/reconcile-refunds.service.ts';
import { refundIntegrationRoutes } from './refunds/refunds.integration.ts';
import { refundedMail } from './refunds/refunded.mail.ts';

declare module '../audit/audit-entry.rules.ts' {
  interface AuditEvents {
    'payment.record': true;
    'payment.reverse': true;
    'payment.allocate': true;
    'payment.refund': true;
    'payment.close': true;
  }
}

declare module '../../db/sql/numbers.ts' {
  interface Counters {
    payment: true;
    'payment-allocation': true;
    'payment-alert': true;
    'payment-refund': true;
    'provider-event': true;
  }
}

declare module '../../jobs/tasks.ts' {
  interface JobPayloads {
    'look-at-payment': { providerEventId: number };
  }
}

declare module '../mail/mail-kind.types.ts' {
  interface MailPayloads {
    'payment-not-made': { paymentId: number };
    'payment-alert': PaymentAlertPayload;
    'payment-refunded': { paymentRefundId: number };
  }
}

export const paymentsFeature: Feature = {
  chapter: {
    name: 'payments',
    description: 'Payment attempts, providers and receipts.',
    files: [paymentsContract, paymentPagesContract, paymentHistoryContract],
  },
  integration: {
    chapter: {
      name: 'payments',
      description:
        'Payments, with the orders that they are on. Customers make them; programs read, place and refund them.',
      files: [paymentResources, refundsContract, allocationsContract],
    },
    routes: ({ visibilityMs }) => [
      ...paymentIntegrationRoutes,
      ...availableIntegrationRoutes,
      ...refundIntegrationRoutes(visibilityMs),
    ],
  },
  routes: ({ visibilityMs }) => [
    ...paymentRoutes(visibilityMs),
    ...paymentHistoryRoutes,
    ...paymentPageRoutes(visibilityMs),
  ],
  tasks: ({ visibilityMs }) => ({
    'look-at-payment': {
      payload: z.strictObject({ providerEventId: z.int().positive() }),
      run: async (ctx, { providerEventId }) => {
        // The queue tries again later, on any copy that is free.
        if (!ctx.clock.isTrusted) throw new Error('this machine’s clock is wrong');
        await handleEvent({ ...ctx, visibilityMs }, providerEventId);
      },
    },
  }),
  recurring: ({ visibilityMs }) => [
    {
      name: 'reconcile-payments',
      by: 'settling',
      everyMs: 5 * second,
      findTenants: unsafeTenantsWith('due_payments'),
      run: (ctx) => reconcilePayments({ ...ctx, visibilityMs }),
    },
    {
      name: 'reconcile-refunds',
      by: 'settling',
      everyMs: 5 * second,
      findTenants: unsafeTenantsWith('due_refunds'),
      run: (ctx) => reconcileRefunds({ ...ctx, visibilityMs }),
    },
    { name: 'sweep-provider-events', by: 'one-copy', everyMs: hour, run: sweepEvents },
  ],
  mails: {
    'payment-not-made': { payload: z.object({ paymentId: z.int() }), write: notMadeMail },
    'payment-alert': {
      payload: z.object({ paymentAlertId: z.int(), detail: z.record(z.string(), z.unknown()).optional() }),
      write: paymentAlertMail,
    },
    'payment-refunded': { payload: z.object({ paymentRefundId: z.int() }), write: refundedMail },
  },
  tables: paymentTables,
};
