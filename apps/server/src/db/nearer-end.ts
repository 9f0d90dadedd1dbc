import type { Part } from '@quayside/contract/paging.ts';
import { type RawBuilder, sql } from 'kysely';

export interface LongList {
  /** `select … from … where …`, which an index gives in the one order and in the other. */
  rows: RawBuilder<unknown>;
  /** By what the list is in order, the last of it being different for each row. */
  order: RawBuilder<unknown>;
  /** The same from the other end. */
  backwards: RawBuilder<unknown>;
  /** How many there are in all. */
  total: RawBuilder<unknown>;
}

/**
 * A part of a list, from whichever end is nearer: what is skipped costs as much as what is read, and people go to the
 * last page more often than to one in the middle. The end that isn't asked is never begun. Rows come in no order.
 */
export const fromNearerEnd = ({ rows, order, backwards, total }: LongList, { skip, take }: Part) => sql`
  (
    ${rows} order by ${order}
    limit case when ${skip}::int * 2 <= ${total} then ${take}::int else 0 end offset ${skip}::int
  ) union all (
    ${rows} order by ${backwards}
    limit case when ${skip}::int * 2 > ${total} then greatest(0, least(${take}::int, ${total} - ${skip}::int)) else 0 end
    offset greatest(0, ${total} - ${skip}::int - ${take}::int)
  )`;
