import { randomUUID } from 'node:crypto';
import type { EventObject, EventType } from '@quayside/contract/integration/events/events.ts';
import type { TenantDb } from '../../db/client.ts';
import { day } from '../../lib/time/durations.ts';
import { versionOf } from '../../lib/object-version.ts';
import { deleteEvents, insertEvents } from './events.queries.ts';

/** The time for which events can be read. */
const retentionMs = 90 * day;

/** An event of a type, with the object as programs see it now. */
export type NewEvent = {
  [Type in EventType]: {
    type: Type;
    /** The marina's own name of the object, or the number of a payment; null if it has none. */
    reference: string | null;
    object: EventObject<Type>;
  };
}[EventType];

/**
 * Records events in the transaction that they tell of. They get their numbers when it commits, so they may be recorded
 * at any point of it. Record an object when the transaction has stopped changing it.
 * @returns their ids
 */
export async function recordEvents(
  trx: TenantDb,
  tenantId: number,
  events: readonly NewEvent[],
  now: Date,
): Promise<string[]> {
  if (events.length === 0) return [];
  const rows = events.map((event) => ({ ...event, id: randomUUID(), version: versionOf(event.object) }));
  await insertEvents(trx, tenantId, rows, now);
  return rows.map(({ id }) => id);
}

/** The objects whose events are written in one statement. */
const batch = 500;

/**
 * Records an event of each object that this transaction has made or changed. An import may have changed very many.
 * @param list lists them by their ids, after one of them
 */
export async function recordChanges<Row extends { id: number }>(
  trx: TenantDb,
  tenantId: number,
  { list, asEvent }: { list: (after: number, limit: number) => Promise<Row[]>; asEvent: (row: Row) => NewEvent },
  now: Date,
): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await list(after, batch);
    await recordEvents(trx, tenantId, rows.map(asEvent), now);
    after = rows.at(-1)?.id ?? after;
    if (rows.length < batch) return;
  }
}

/** Deletes the events that are kept no longer. */
export async function sweepEvents(db: TenantDb, tenantId: number, now: Date): Promise<void> {
  await deleteEvents(db, tenantId, new Date(now.getTime() - retentionMs));
}
