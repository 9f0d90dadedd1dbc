import { listKeptCards } from '@quayside/contract/card-components.ts';
import { getCardVaultProfile } from '@quayside/contract/cards.ts';
import { getSummary } from '@quayside/contract/dashboard.ts';
import { getYearTotals } from '@quayside/contract/exports.ts';
import { getOrder, listOrderHistory, listOutstandingOrders } from '@quayside/contract/orders.ts';
import { getAccountPayment, listPaymentHistory } from '@quayside/contract/payment-history.ts';
import { listPaymentProviders } from '@quayside/contract/payments.ts';
import { getCardVaultProfileByOrder, getQuickPayOrder } from '@quayside/contract/quick-pay.ts';
import { queryClient } from '../../lib/queries/query-client.ts';

/**
 * Reads orders, card profile and providers again, because a payment changes what is owed, perhaps the kept cards, and
 * which provider was used last.
 */
export async function refreshAfterPayment(): Promise<void> {
  const ofPortal = [listOutstandingOrders, getOrder, getSummary, getCardVaultProfile, listKeptCards];
  const ofHistory = [getAccountPayment, listPaymentHistory, listOrderHistory, getYearTotals];
  const ofLink = [getQuickPayOrder, getCardVaultProfileByOrder];
  const changed = [...ofPortal, ...ofHistory, ...ofLink, listPaymentProviders];
  await Promise.all(changed.map(({ name }) => queryClient.invalidateQueries({ queryKey: [name] })));
}
