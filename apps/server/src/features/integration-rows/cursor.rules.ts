import { Instant } from '@quayside/contract/common.ts';
import { CallError } from '../../http/errors.ts';

/** The place in a list after which the next page begins. */
export interface Place {
  id: number;
  /** Set for a list in the order of changes: the time of the row's last change, as PostgreSQL writes it. */
  changedAt: string | null;
}

/** Writes a place as an opaque text. */
export const cursorOf = ({ id, changedAt }: Place): string =>
  Buffer.from(changedAt === null ? String(id) : `${id} ${changedAt}`).toString('base64url');

/** Reads a cursor. @throws CallError INVALID_REQUEST for a text that is none, or one of a list in another order */
export function placeOf(cursor: string | undefined, byChange: boolean): Place | null {
  if (cursor === undefined) return null;
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, id = '', changedAt] =
    /^(\d{1,15})(?: (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?[+-]\d\d(?::?\d\d)?))?$/.exec(text) ?? [];
  if (id === '' || (changedAt !== undefined) !== byChange || (changedAt !== undefined && !isTime(changedAt)))
    throw new CallError('INVALID_REQUEST', {
      fields: [{ errorCode: 'invalid', fieldName: 'cursor' }],
      values: { field: 'cursor' },
    });
  return { id: Number(id), changedAt: changedAt ?? null };
}

/** Tells if PostgreSQL takes a text of its own form as a time: month, day, clock and offset may be out of range. */
const isTime = (text: string) =>
  Instant.safeParse(
    text.replace(' ', 'T').replace(/([+-]\d\d):?(\d\d)?$/, (_, hours, minutes = '00') => `${hours}:${minutes}`),
  ).success;
