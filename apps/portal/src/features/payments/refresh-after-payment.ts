import { listKeptCards } from '@quayside/contract/cards/card-components.ts';
import { getCardVaultProfile } from '@quayside/contract/cards/cards.ts';
import { getSummary } from '@quayside/contract/account/dashboard.ts';
import { getYearTotals } from '@quayside/contract/account/exports.ts';
import { getOrder, listOrderHistory, listOutstandingOrders } from '@quayside/contract/orders/orders.ts';
import { getAccountPayment, listPaymentHistory } from '@quayside/contract/payments/payment-history.ts';
import { listPaymentProviders } from '@quayside/contract/payments/payments.ts';
import { getCardVaultProfileByOrder, getQuickPayOrder } from '@quayside/contract/orders/quick-pay.ts';
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
