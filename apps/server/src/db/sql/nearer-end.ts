import type { Part } from '@quayside/contract/shared/paging.ts';
import { type RawBuilder, sql } from 'kysely';

export interface LongList {
  /** `select … from … where …`; an index must provide the rows in both directions. */
  rows: RawBuilder<unknown>;
  /** The columns of the order. The last one differs for each row. */
  order: RawBuilder<unknown>;
  /** The order from the other end. */
  backwards: RawBuilder<unknown>;
  /** The number of all rows. */
  total: RawBuilder<unknown>;
}

/**
 * Reads a part of a list from the nearer end. Skipped rows cost as much as read ones, and people open the last page
 * more often than one in the middle. The other end is never started. The rows come in no particular order.
 */
export const fromNearerEnd = ({ rows, order, backwards, total }: LongList, { skip, take }: Part) => sql`
  (
    ${rows} order by ${order}
    limit case when ${skip}::int * 2 <= ${total} then ${take}::int else 0 end offset ${skip}::int
  ) union all (
    ${rows} order by ${backwards}
    limit case when ${skip}::int * 2 > ${total}
      then greatest(0, least(${take}::int, ${total} - ${skip}::int)) else 0 end
    offset greatest(0, ${total} - ${skip}::int - ${take}::int)
  )`;
