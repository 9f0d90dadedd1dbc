import type { WaitingListItem } from '@quayside/contract/account/waiting-lists.ts';
import type { TenantDb } from '../../db/client.ts';
import { presentWaitingListItem } from './waiting-lists.presenter.ts';
import { waitingListsOfAccount } from './waiting-lists.queries.ts';

/** Returns an account's entries on waiting lists, by title. */
export async function listWaitingListItems(
  db: TenantDb,
  tenantId: number,
  accountId: number,
): Promise<WaitingListItem[]> {
  return (await waitingListsOfAccount(db, tenantId, accountId)).map(presentWaitingListItem);
}
