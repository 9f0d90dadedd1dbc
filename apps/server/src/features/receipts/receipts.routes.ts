import { emailReceipt, emailReceiptTo, getReceipt } from '@quayside/contract/receipts.ts';
import { accountRoute, type Route } from '../../http/route.ts';
import { requireOrders } from '../tenant/shows-orders.ts';
import { loadReceipt, mailReceipt, receiptPdf } from './receipts.service.ts';

export const receiptRoutes: Route[] = [
  accountRoute(getReceipt, async ({ db, tenant, account, language }, { params }) => {
    requireOrders(tenant.settings);
    const receipt = await loadReceipt(db, tenant.id, params.id, account.id);
    return { ...(await receiptPdf(tenant, language, receipt)), disposition: 'inline' as const };
  }),
  accountRoute(emailReceipt, (ctx, { params }) => mailReceipt(ctx, params.id, null)),
  accountRoute(emailReceiptTo, (ctx, { params, body }) => mailReceipt(ctx, params.id, body.email)),
];
