import { listKeptCards } from '@quayside/contract/card-components.ts';
import { getCardVaultProfile } from '@quayside/contract/cards.ts';
import { getSummary } from '@quayside/contract/dashboard.ts';
import { getYearTotals } from '@quayside/contract/exports.ts';
import { getOrder, listOrderHistory, listOutstandingOrders } from '@quayside/contract/orders.ts';
import { getAccountPayment, listPaymentHistory } from '@quayside/contract/payment-history.ts';
import { getCardVaultProfileByOrder, getQuickPayOrder } from '@quayside/contract/quick-pay.ts';
import { queryClient } from '../../lib/queries/query-client.ts';

/** Reads orders and card profile again, because a payment changes what is owed and perhaps the kept cards. */
export async function refreshAfterPayment(): Promise<void> {
  const ofPortal = [listOutstandingOrders, getOrder, getSummary, getCardVaultProfile, listKeptCards];
  const ofHistory = [getAccountPayment, listPaymentHistory, listOrderHistory, getYearTotals];
  const changed = [...ofPortal, ...ofHistory, getQuickPayOrder, getCardVaultProfileByOrder];
  await Promise.all(changed.map(({ name }) => queryClient.invalidateQueries({ queryKey: [name] })));
}
