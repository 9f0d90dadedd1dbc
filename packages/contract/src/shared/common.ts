import { z } from 'zod';

export const Guid = z.guid();

/** An amount in major units, such as 12.5 for £12.50, with at most the currency's decimals. */
export const Amount = z.number();

/** The amount that a caller has shown to the reader. A basket may come to more than can be paid at a time. */
export const AmountShown = z.number().nonnegative().max(Number.MAX_SAFE_INTEGER);

/** PostgreSQL knows no year 0. */
const hasYear = (text: string) => !text.startsWith('0000');

/** An instant, ISO 8601 with offset. */
export const Instant = z.iso.datetime({ offset: true }).refine(hasYear);

/** A calendar day, `YYYY-MM-DD`. */
export const Day = z.iso.date().refine(hasYear);

/** A local time at a site, `YYYY-MM-DD HH:mm:ss`. Queries use it for bounds (decision P9.4). */
export const SiteTime = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)
  .refine((text) => z.iso.datetime({ local: true }).safeParse(text.replace(' ', 'T')).success);

/** The largest number of a row: PostgreSQL's `integer` holds no larger one. */
const largestNumber = 2_147_483_647;

/**
 * Returns the schema of a whole number in an address, which is digits and nothing else. `Number` alone reads an empty
 * text as 0 and 0x10 as 16: a program that has lost its place in the events would read them from the start.
 */
export const addressNumber = (number: z.ZodInt | z.ZodNumber) =>
  z.preprocess((value) => (typeof value === 'string' ? digitsIn(value) : value), number);

const digitsIn = (text: string) => (/^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN);

/** A positive number that names a row, as part of an address. */
export const RunningNumber = addressNumber(z.number().int().positive().max(largestNumber));

/** A positive number that names a row, in a body. */
export const RowNumber = z.number().int().positive().max(largestNumber);

const emailPattern = /^[^\s@"(),:;<>[\]\\]+@[^\s@.]+(\.[^\s@.]+)+$/u;

/** Maximum number of characters. */
export const longestEmail = 254;

export const EmailAddress = z
  .string()
  .trim()
  .max(longestEmail)
  .regex(emailPattern, 'write an e-mail address such as jo@example.com');

/** Checks an address by the rule of `EmailAddress`, for a page that is too light for schemas. */
export function isEmailAddress(text: string): boolean {
  const address = text.trim();
  return address.length <= longestEmail && emailPattern.test(address);
}

/** An error in one field of a request. */
export const FieldError = z.object({ errorCode: z.string(), fieldName: z.string(), message: z.string() });

/** The one shape of every error. */
export const ErrorAnswer = z.object({
  responseStatus: z.object({
    errorCode: z.string(),
    /** In the caller's language. */
    message: z.string(),
    errors: z.array(FieldError),
    /** Values that the caller acts on, such as the new `amount` of AMOUNT_CHANGED. */
    meta: z.record(z.string(), z.string()).optional(),
  }),
  /** Finds the request in the log. */
  traceId: z.string(),
});
export type ErrorAnswer = z.output<typeof ErrorAnswer>;

/** The answer of a call that only confirms that it is done. */
export const Done = z.object({ done: z.literal(true) });
