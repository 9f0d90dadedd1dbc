import { listKeptCards } from '@quayside/contract/card-components.ts';
import { getCardVaultProfile } from '@quayside/contract/cards.ts';
import { getSummary } from '@quayside/contract/dashboard.ts';
import { listOutstandingOrders } from '@quayside/contract/orders.ts';
import { queryClient } from '../../lib/query-client.ts';

/** A payment changed what is owed and perhaps which cards are kept: profile and orders are read anew (P§4). */
export async function refreshAfterPayment(): Promise<void> {
  const changed = [listOutstandingOrders, getSummary, getCardVaultProfile, listKeptCards];
  await Promise.all(changed.map(({ name }) => queryClient.invalidateQueries({ queryKey: [name] })));
}
