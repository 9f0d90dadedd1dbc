import { createHash } from 'node:crypto';
import type { Call } from '@quayside/contract/shared/call.ts';
import { Instant } from '@quayside/contract/shared/common.ts';
import { CallError } from '../../http/errors.ts';

/** The place in a list after which the next page begins. */
export interface Place {
  id: number;
  /** Set for a list in the order of changes: the time of the row's last change, as PostgreSQL writes it. */
  changedAt: string | null;
}

/**
 * Returns a short text for a list and its filters. It stands in each cursor: a place of another list, or among other
 * rows, would silently skip rows here.
 */
export function listMark({ name }: Pick<Call, 'name'>, params: object, query: object): string {
  const filters = Object.entries({ ...params, ...query })
    .filter(([key, value]) => key !== 'limit' && key !== 'cursor' && value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([name, filters]))
    .digest('base64url')
    .slice(0, 11);
}

/** Writes a place in the list of this mark as an opaque text. */
export const cursorOf = (mark: string, { id, changedAt }: Place): string =>
  Buffer.from([mark, id, ...(changedAt === null ? [] : [changedAt])].join(' ')).toString('base64url');

const notOfThisList = 'is no cursor of this list with these filters: take `next` of a page of it, or begin without';

/** Reads a cursor. @throws CallError INVALID_REQUEST for a text that is none, or one of another list or filter */
export function readCursor(cursor: string | undefined, mark: string, byChange: boolean): Place | null {
  if (cursor === undefined) return null;
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, of, id = '', changedAt] =
    /^([\w-]{11}) (\d{1,15})(?: (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?[+-]\d\d(?::?\d\d)?))?$/.exec(text) ?? [];
  if (of !== mark || (changedAt !== undefined) !== byChange || (changedAt !== undefined && !isTime(changedAt)))
    throw new CallError('INVALID_REQUEST', {
      fields: [{ errorCode: 'refused', fieldName: 'cursor', message: notOfThisList }],
      values: { field: 'cursor' },
    });
  return { id: Number(id), changedAt: changedAt ?? null };
}

/** Tells if PostgreSQL takes a text of its own form as a time: month, day, clock and offset may be out of range. */
const isTime = (text: string) =>
  Instant.safeParse(
    text.replace(' ', 'T').replace(/([+-]\d\d):?(\d\d)?$/, (_, hours, minutes = '00') => `${hours}:${minutes}`),
  ).success;
