import type { Row } from './row-taking.rules.ts';

/** The fields of a request's body, as its schema lets them through. */
type Values = Readonly<Record<string, string | number | null | undefined | readonly object[]>>;

/** `firstName` is the column `first_name`; `address1` stays. */
const columnOf = (field: string) => field.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
export const fieldOf = (column: string) => column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Turns the fields of a request into the columns of a row. Null and "" say "none". Lists are left out. */
export function rowOf(values: Values): Row {
  return Object.fromEntries(
    Object.entries(values)
      .filter((entry): entry is [string, string | number | null] => isCell(entry[1]))
      .map(([field, value]) => [columnOf(field), value === null ? '' : String(value)]),
  );
}

/** Tells if a value goes into one cell of a row. */
const isCell = (value: unknown) => value === null || typeof value === 'string' || typeof value === 'number';

/** Turns a whole object into a row: a field that may be empty and is left out is empty. */
export const wholeRowOf = (values: Values, mayBeEmpty: readonly string[]): Row =>
  rowOf({ ...Object.fromEntries(mayBeEmpty.map((field) => [field, ''])), ...withoutMissing(values) });

const withoutMissing = (values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
