import type { TenantDb } from '../../db/client.ts';
import type { Tenant } from '../../http/context.ts';
import { lockTenantRows } from '../../import/row-locks.queries.ts';
import { recordEvents } from '../events/events.service.ts';
import { queueMail } from '../mail/mail.service.ts';
import { languageOfCustomer } from '../tenant/tenant.exports.ts';
import { presentMovedEntry } from './waiting-list-entries.presenter.ts';
import { type EntryRow, findEntry, lastPosition, lockList, storeMove } from './waiting-list-entries.queries.ts';

/** A request of the office to move an entry. */
export interface MoveRequest {
  list: string;
  account: string;
  position: number;
  /** The reason that the customer reads. */
  reason: string;
}

/**
 * The result of a move.
 * - `not-found`: the account does not wait on this list.
 * - `there-already`: the entry has this position, and was not moved there with this reason.
 * - `after-the-end`: the list has no such position.
 */
export type Moved =
  | { refusal: null; entry: EntryRow; from: number | null; isNew: boolean }
  | { refusal: 'not-found' | 'there-already' | 'after-the-end' };

/**
 * Moves an entry of a waiting list, with its event and the mail to the customer. An entry that is not ranked gets a
 * rank by it. The last move once more does nothing. The caller writes the audit entry, as the last statement of the
 * transaction.
 */
export async function moveEntry(trx: TenantDb, tenant: Tenant, request: MoveRequest, now: Date): Promise<Moved> {
  // An import writes positions too, and does not lock the list.
  await lockTenantRows(trx, tenant.id, 'shared');
  if (!(await lockList(trx, tenant.id, request.list))) return { refusal: 'not-found' };
  const entry = await findEntry(trx, tenant.id, request);
  if (!entry) return { refusal: 'not-found' };
  const { position: from, list_id: listId, account_id: accountId } = entry;
  const { position: to, reason } = request;
  if (from === to) {
    const isSame = entry.moved_at !== null && entry.move_reason === reason;
    return isSame ? { refusal: null, entry, from, isNew: false } : { refusal: 'there-already' };
  }
  // An entry without a rank may also become the last one.
  const last = (await lastPosition(trx, tenant.id, listId)) + (from === null ? 1 : 0);
  if (to > last) return { refusal: 'after-the-end' };
  const isUp = from === null || to < from;
  await storeMove(trx, tenant.id, { listId, accountId, from, to, isUp, reason, now });
  const moved = await findEntry(trx, tenant.id, request);
  if (!moved) throw new Error(`the entry of account ${accountId} was moved and is not there`);
  const object = { ...presentMovedEntry(moved), movedFrom: from };
  await recordEvents(trx, tenant.id, [{ type: 'waiting-list-entry.moved', reference: null, object }], now);
  if (object.mailedTo !== null) {
    const mail = { kind: 'waiting-list-move', listId, accountId, movedAt: now.toISOString() } as const;
    const language = languageOfCustomer(tenant, moved.language);
    await queueMail(trx, tenant, { ...mail, recipient: object.mailedTo, language }, now);
  }
  return { refusal: null, entry: moved, from, isNew: true };
}
