import { getPaymentReceipt } from '@quayside/contract/integration/payments/payment-resources.ts';
import { integrationRoute, type Route } from '../../http/route.ts';
import { loadReceipt, receiptPdf } from './receipts.service.ts';

/** The call of the integration API that reads a receipt. */
export const receiptIntegrationRoutes: Route[] = [
  integrationRoute(getPaymentReceipt, async ({ db, tenant, language }, { params }) => {
    const receipt = await loadReceipt(db, tenant.id, Number(params.number.slice(1)), null);
    return { ...(await receiptPdf(tenant, language, receipt)), disposition: 'attachment' as const };
  }),
];
