import { isEmailAddress } from '@quayside/contract/common.ts';
import { z } from 'zod';
import { countriesIn } from '../../features/tenant/countries.ts';

/** A column of a file. What its schema answers is text again: as we write it. */
export interface Field {
  schema: z.ZodType<string, string>;
  /** Never empty. */
  required: boolean;
}

export const required = (schema: Field['schema']): Field => ({ schema, required: true });
export const optional = (schema: Field['schema']): Field => ({ schema, required: false });

const trimmed = z
  .string()
  .trim()
  .regex(/^\P{Cc}*$/u, 'has a line break or another character that nobody sees');

/** Free text in one line. */
export const text = (longest: number) => trimmed.max(longest, `is longer than ${longest} characters`);

/** The marina's own name of something, as its other files write it. */
export const reference = text(60);

/** A calendar day. */
export const day = trimmed.refine((value) => z.iso.date().safeParse(value).success, {
  error: ({ input }) => `"${String(input)}" is not a day: write it as 2026-05-16`,
});

const localTime = z.union([z.iso.date(), z.iso.datetime({ local: true, offset: false })]);

/** A calendar day, or one with a time on the site's clocks, with a blank or a T between them. */
export const dayOrTime = trimmed
  .refine((value) => localTime.safeParse(value.replace(' ', 'T')).success && !value.endsWith('Z'), {
    error: ({ input }) => `"${String(input)}" is neither a day such as 2026-05-16 nor a time such as 2026-05-16 14:30`,
  })
  .transform((value) => value.replace(' ', 'T'));

/** The same, a day being its first moment. */
export const moment = dayOrTime.transform((value) => (value.includes('T') ? value : `${value}T00:00`));

export const email = text(254).refine(isEmailAddress, {
  error: ({ input }) => `"${String(input)}" is not an e-mail address`,
});

/** 1, 2, 3 and so on. */
export const wholeNumber = trimmed.regex(/^[1-9]\d{0,8}$/, {
  error: ({ input }) => `"${String(input)}" is not a number from 1 on`,
});

/** A decimal number as text with a point. @param example of one, for whoever wrote another */
export const decimal = ({ digits, places, example }: { digits: number; places: number; example: string }) => {
  const pattern = new RegExp(`^-?\\d{1,${digits}}${places === 0 ? '' : `(\\.\\d{1,${places}})?`}$`);
  return trimmed.transform(withPoint).refine((value) => pattern.test(value), {
    error: ({ input }) => `"${String(input)}" is not a number such as ${example}`,
  });
};

/**
 * "12,50" is 12.50. With three digits behind it the comma may part thousands, so that is no number at all: nobody shall
 * be billed a thousandth.
 */
const withPoint = (value: string) => value.replace(/^(-?\d+),(\d{1,2})$/, '$1.$2');

const countries = new Set(countriesIn('en').map(({ alpha2 }) => alpha2));

/** ISO 3166-1 alpha-2. */
export const country = trimmed.toUpperCase().refine((value) => countries.has(value), {
  error: ({ input }) => `"${String(input)}" is not a country of two letters, such as GB or FR`,
});

/** @param values the words that may stand there */
export const oneOf = (values: readonly string[]) =>
  trimmed.refine((value) => values.includes(value), {
    error: ({ input }) => `"${String(input)}" is none of ${values.join(', ')}`,
  });

/** As offices write them: without their brackets, dashes and dots. */
export const telephone = text(40).transform((value) =>
  value
    .replace(/[()./\-–]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim(),
);
