import type { Call } from '@quayside/contract/shared/call.ts';
import { cursorOf, listMark, type Place, readCursor } from './cursor.rules.ts';

interface ListQuery {
  limit: number;
  cursor?: string | undefined;
  updatedSince?: string | undefined;
}

/** The requested page of a list, for its statement. */
export interface Page {
  /** The rows to read at least: one more than are shown, which tells if there is another page. */
  take: number;
  place: Place | null;
  /** Stands for the list and its filters, in the cursor of the next page. */
  mark: string;
  since: string | null;
  /** True if the list has no filter, beside the time of a change. */
  isWhole: boolean;
}

/** @throws CallError INVALID_REQUEST for a cursor that is not of this list with these filters */
export function parsePage(list: Pick<Call, 'name'>, { params, query }: { params: object; query: ListQuery }): Page {
  const { limit, cursor, updatedSince, ...filters } = query;
  const since = updatedSince ?? null;
  const mark = listMark(list, params, query);
  const isWhole = Object.values({ ...params, ...filters }).every((value) => value === undefined);
  return { take: limit + 1, place: readCursor(cursor, mark, since !== null), mark, since, isWhole };
}

/** Returns the answer of a list: the page's objects, and the cursor of the next page. */
export function presentPage<Row extends { id: number; changed_at?: string }, Item>(
  rows: readonly Row[],
  { take, mark, since }: Page,
  present: (row: Row) => Item,
): { items: Item[]; next: string | null } {
  const shown = rows.slice(0, take - 1);
  const last = shown.at(-1);
  const next =
    last === undefined || rows.length < take
      ? null
      : cursorOf(mark, { id: last.id, changedAt: since === null ? null : (last.changed_at ?? null) });
  return { items: shown.map(present), next };
}
