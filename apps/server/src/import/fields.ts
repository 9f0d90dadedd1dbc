import { Day, isEmailAddress } from '@quayside/contract/shared/common.ts';
import { OneLine } from '@quayside/contract/shared/one-line.ts';
import { z } from 'zod';
import { countriesIn } from '../features/tenant/tenant.exports.ts';

/** One column of a file. The schema's output is text in our own notation. */
export interface Field {
  schema: z.ZodType<string, string>;
  /** True if the column must be present and never empty. */
  required: boolean;
}

/** The schemas of days and numbers, whose notation depends on the language. */
const notations = new WeakMap<Field['schema'], 'day' | 'number'>();

/** Notes what a column holds. Not on a schema that is made from this one. */
export function withNotation<Schema extends Field['schema']>(as: 'day' | 'number', schema: Schema): Schema {
  notations.set(schema, as);
  return schema;
}

/** Returns what a column holds if its notation depends on the language. */
export const notationOf = (schema: Field['schema']) => notations.get(schema);

/** A column whose cells must not be empty. */
export const required = (schema: Field['schema']): Field => ({ schema, required: true });

/** A column whose cells may be empty. */
export const optional = (schema: Field['schema']): Field => ({ schema, required: false });

/** Free text on one line. */
export const text = (longest: number) => OneLine.max(longest, `is longer than ${longest} characters`);

/** The marina's own name for an object. Its other files refer to it by this name. */
export const reference = text(60);

/** Programs write midnight behind a day that has no time. */
const withoutMidnight = (value: string) => value.replace(/^(.+)[ T]0?0:00(:00)?$/, '$1');

/** Returns why a text is no day, if there is more to say than how a day is written. */
function whyNoDay(text: string): string | null {
  const date = /^[^ T]*/.exec(text)?.[0] ?? '';
  if (/^\d{4}-\d{2}-\d{2}$/.test(date) && !Day.safeParse(date).success) return `"${text}" is a day that does not exist`;
  if (/^\d{1,2}[./-]\d{1,2}[./-]\d{2}$/.test(date))
    return `"${text}" has a year of two digits: write all four, as in 2026-05-16`;
  return null;
}

/** A calendar day. */
export const day = withNotation(
  'day',
  OneLine.transform(withoutMidnight).refine((value) => Day.safeParse(value).success, {
    error: ({ input }) => whyNoDay(String(input)) ?? `"${String(input)}" is not a day: write it as 2026-05-16`,
  }),
);

const localTime = z.union([Day, z.iso.datetime({ local: true, offset: false })]);

/** A calendar day, or a day with a time on the site's clocks, with a blank or a T between them. */
export const dayOrTime = withNotation(
  'day',
  OneLine.refine((value) => localTime.safeParse(value.replace(' ', 'T')).success && !/^0000|Z$/.test(value), {
    error: ({ input }) =>
      whyNoDay(String(input)) ??
      `"${String(input)}" is neither a day such as 2026-05-16 nor a time such as 2026-05-16 14:30`,
  }).transform((value) => value.replace(' ', 'T')),
);

/** A moment on the site's clocks. A day counts as its first moment. */
export const moment = withNotation(
  'day',
  dayOrTime.transform((value) => (value.includes('T') ? value : `${value}T00:00`)),
);

export const email = text(254).refine(isEmailAddress, {
  error: ({ input }) => `"${String(input)}" is not an e-mail address`,
});

/** 1, 2, 3 and so on. */
export const wholeNumber = OneLine.regex(/^[1-9]\d{0,8}$/, {
  error: ({ input }) => `"${String(input)}" is not a number from 1 on`,
});

/** The last four digits of a card. The error does not repeat the text, which may be a whole card number. */
export const lastDigits = OneLine.regex(/^\d{4}$/, 'is not the last 4 digits of a card');

/** A decimal number, as text with a point. @param example a valid number for the error message */
export const decimal = ({ digits, places, example }: { digits: number; places: number; example: string }) => {
  const pattern = new RegExp(`^-?\\d{1,${digits}}${places === 0 ? '' : `(\\.\\d{1,${places}})?`}$`);
  const schema = OneLine.transform(withPoint).refine((value) => pattern.test(value), {
    error: ({ input }) => whyNoDecimal(String(input), { places, example }),
  });
  return withNotation('number', schema);
};

/** Matches numbers such as 1,500 and 1.250,50. The first one may be 1500 or 1.5. */
const maySeparateThousands = /^-?\d{1,3}(?:[,.'’\s]\d{3})+(?:[.,]\d+)?$/;

/** Returns why a text is no such number. */
function whyNoDecimal(text: string, { places, example }: { places: number; example: string }): string {
  const number = /^-?\d+(?:\.(\d+))?$/.exec(text);
  if (number === null)
    return maySeparateThousands.test(text)
      ? `"${text}" may have a thousands separator: leave it out, and write decimals with a point, such as ${example}`
      : `"${text}" is not a number such as ${example}`;
  if ((number[1] ?? '').length <= places) return `"${text}" is too large`;
  return places === 0 ? `"${text}" is not a whole number` : `"${text}" has more than ${places} decimals`;
}

/**
 * Reads "12,50" as 12.50. With three digits after it the comma may separate thousands, so such a number is refused:
 * otherwise somebody is billed a thousandth.
 */
const withPoint = (value: string) => value.replace(/^(-?\d+),(\d{1,2})$/, '$1.$2');

const countries = new Set(countriesIn('en').map(({ alpha2 }) => alpha2));

/** ISO 3166-1 alpha-2. */
export const country = OneLine.toUpperCase().refine((value) => countries.has(value), {
  error: ({ input }) => `"${String(input)}" is not a country of two letters, such as GB or FR`,
});

/** One of these words. @param values the words that are allowed */
export const oneOf = (values: readonly string[]) =>
  OneLine.refine((value) => values.includes(value), {
    error: ({ input }) => `"${String(input)}" is none of ${values.join(', ')}`,
  });

/** A telephone number without the brackets, dashes and dots that offices write. */
export const telephone = text(40).transform((value) =>
  value
    .replace(/[()./\-–]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim(),
);
