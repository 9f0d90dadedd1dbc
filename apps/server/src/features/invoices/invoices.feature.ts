import * as creditsContract from '@quayside/contract/integration/payments/credits.ts';
import * as invoiceResources from '@quayside/contract/integration/invoices.ts';
import * as invoicesContract from '@quayside/contract/orders/invoices.ts';
import { z } from 'zod';
import { minute } from '../../lib/time/durations.ts';
import { unsafeTenantsWith } from '../../jobs/tenants-with-work.queries.ts';
import type { Feature } from '../feature.ts';
import { creditIntegrationRoutes } from './credits.integration.ts';
import { invoiceIntegrationRoutes } from './invoices.integration.ts';
import { invoiceRoutes } from './invoices.routes.ts';
import { loadInvoice, storeInvoice } from './invoices.service.ts';
import { issueInvoices } from './issue-invoices.service.ts';
import { invoiceMail } from './invoice.mail.ts';
import { invoiceTables } from './invoices.tables.ts';

declare module '../audit/audit-entry.rules.ts' {
  interface AuditEvents {
    'order.credit': true;
  }
}

declare module '../../db/sql/numbers.ts' {
  interface Counters {
    invoice: true;
  }
}

declare module '../../jobs/tasks.ts' {
  interface JobPayloads {
    'store-invoice': { orderId: number };
  }
}

declare module '../mail/mail-kind.types.ts' {
  interface MailPayloads {
    invoice: { orderId: number };
  }
}

export const invoicesFeature: Feature = {
  chapter: { name: 'orders', files: [invoicesContract] },
  routes: ({ files }) => invoiceRoutes(files),
  integration: {
    chapter: { name: 'orders', files: [creditsContract, invoiceResources] },
    routes: ({ files }) => [...creditIntegrationRoutes, ...invoiceIntegrationRoutes(files)],
  },
  tasks: (services) => ({
    'store-invoice': {
      payload: z.strictObject({ orderId: z.int().positive() }),
      run: async (ctx, { orderId }) => {
        const whole = await loadInvoice(ctx.db, ctx.tenant.id, orderId);
        await storeInvoice({ ...ctx, ...services }, whole);
      },
    },
  }),
  recurring: () => [
    {
      name: 'issue-invoices',
      by: 'one-copy',
      everyMs: minute,
      findTenants: unsafeTenantsWith('orders_to_invoice'),
      run: async (ctx) => void (await issueInvoices(ctx)),
    },
  ],
  mails: {
    invoice: { payload: z.object({ orderId: z.int() }), write: invoiceMail },
  },
  tables: invoiceTables,
};
