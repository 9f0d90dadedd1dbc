import type { Row } from './row-taking.types.ts';

/** The fields of a request's body, as its schema lets them through. */
export type Values = Readonly<Record<string, Cell | Texts | undefined | readonly object[]>>;

type Cell = string | number | boolean | null;

/** A text in each language, which the import has in a column for each. */
type Texts = Readonly<Record<string, string | null>>;

/** `firstName` is the column `first_name`; `address1` stays. */
const columnOf = (field: string) => field.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
export const fieldOf = (column: string) => column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Turns the fields of a request into the columns of a row. Null and "" say "none". Lists are left out. */
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

/** Turns a whole object into a row: a field that may be empty and is left out is empty. */
export const wholeRowOf = (values: Values, mayBeEmpty: readonly string[]): Row =>
  rowOf({ ...Object.fromEntries(mayBeEmpty.map((field) => [field, ''])), ...withoutMissing(values) });

const withoutMissing = (values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
