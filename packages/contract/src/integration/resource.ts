import { z } from 'zod';
import { Instant } from '../common.ts';

/** The marina's own name of an object. No other object of its kind has it, and it never changes. */
export const OwnReference = z.string().trim().min(1).max(60);

export const ByReference = z.strictObject({ reference: OwnReference });

/** A text of a row. Null and an empty text both mean "none". */
export const TextField = z.string().max(4_000).nullable().optional();

/** A number of a row. Null means "none". */
export const NumberField = z.number().nullable().optional();

/** The part of a list that is wanted. */
export const ListQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  /** The `next` of the page before. It stays right while rows are added. */
  cursor: z.string().max(200).optional(),
  /** Only objects that were made or changed at this time or later, in the order of their changes. */
  updatedSince: Instant.optional(),
});

/** Returns the shape of a page of a list. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    /** The cursor of the next page; null: this is the last one. */
    next: z.string().nullable(),
  });

/** What every object carries beside its own fields. */
export const Tracked = {
  /** The time of the last change. */
  updatedAt: Instant,
};

/**
 * Says if the row's details replace those that the customer changed in the portal since the last row, as with the
 * import's `--office-wins`.
 */
export const OfficeWins = z.strictObject({ officeWins: z.enum(['true', 'false']).default('false') });
