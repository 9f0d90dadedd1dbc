import { getSignedAgreement, countUnsignedAgreements, listAccountAgreements } from '@quayside/contract/agreements.ts';
import { getSummary } from '@quayside/contract/dashboard.ts';
import { listOutstandingOrders } from '@quayside/contract/orders.ts';
import { queryClient } from '../../../lib/query-client.ts';

/** Refreshes the queries that a signature changes: unsigned agreements, and orders that can be paid now. */
export async function refreshAfterSigning(): Promise<void> {
  const changed = [
    countUnsignedAgreements,
    listAccountAgreements,
    getSignedAgreement,
    getSummary,
    listOutstandingOrders,
  ];
  await Promise.all(changed.map(({ name }) => queryClient.invalidateQueries({ queryKey: [name] })));
}
