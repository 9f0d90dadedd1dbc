import { isDemanded } from '@quayside/contract/integration/resource.ts';
import type { z } from 'zod';
import type { Row } from './row-taking.types.ts';

/** The fields of a request's body, as its schema lets them through. */
export type Values = Readonly<Record<string, Cell | Texts | undefined | readonly object[]>>;

type Cell = string | number | boolean | null;

/** A text in each language, which the import has in a column for each. */
type Texts = Readonly<Record<string, string | null>>;

/** `firstName` is the column `first_name`; `address1` stays. */
const columnOf = (field: string) => field.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
export const fieldOf = (column: string) => column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Turns the fields of a request into the columns of a row. Null and an empty text mean "none". Leaves lists out. */
export const rowOf = (values: Values): Row =>
  Object.fromEntries(
    Object.entries(values).flatMap(([field, value]) => {
      const column = columnOf(field);
      if (value === undefined || Array.isArray(value)) return [];
      if (value === null || typeof value !== 'object') return [[column, cellOf(value)]];
      return Object.entries(value as Texts).map(([language, text]) => [`${column}.${language}`, cellOf(text)]);
    }),
  );

function cellOf(value: Cell): string {
  if (value === null) return '';
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);
}

/**
 * Turns the body of a `PUT` into a row. A field that it leaves out is empty, but for those that it has to give: the
 * import asks for them.
 * @param kept the fields that keep their stored value instead
 */
export function wholeRowOf(values: Values, { shape }: z.ZodObject, kept: readonly string[] = []): Row {
  const emptied = Object.keys(shape).filter((field) => !isDemanded(shape[field] as z.ZodType) && !kept.includes(field));
  return rowOf({ ...Object.fromEntries(emptied.map((field) => [field, ''])), ...withoutMissing(values) });
}

/** Returns the fields of a stored object that its row has too. So a change of one of them keeps the others. */
export const storedRowOf = (stored: object, { shape }: z.ZodObject, except: readonly string[] = []): Values =>
  Object.fromEntries(Object.entries(stored).filter(([field]) => field in shape && !except.includes(field)));

const withoutMissing = (values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
