import { stringify } from 'csv-stringify/sync';

/** A text, a whole number, a decimal number as it is to be written, or nothing. */
export type Cell = string | number | { decimal: string } | null;

/**
 * A spreadsheet takes a text that starts with one of these as a formula, which can send the sheet to a stranger. The
 * full-width signs count, and so does white space in front, which a spreadsheet may drop.
 */
const startsFormula = /^[\s\u200b]*[=+\-@＝＋－＠]/u;

/** The sign between the cells of a file. */
export type Separator = ',' | ';' | '\t';

/**
 * Finds signs inside a text that end a cell or a row for a spreadsheet that expects another separator than the file's,
 * as Excel does in many countries. It ignores quotation marks then, and a formula after such a sign would run.
 */
const behind = (signs: string) =>
  new RegExp(`[${signs}\\r\\n](?=(?:[^\\S${signs}\\r\\n]|["\\u200b])*[=+\\-@＝＋－＠])`, 'gu');
const opensFormula = { ',': behind(';\t'), ';': behind(',\t'), '\t': behind(',;') } as const;

/**
 * Returns lines of CSV (RFC 4180). Where a text would run as a formula, it gets an apostrophe: in front, or behind a
 * sign that parts cells elsewhere. Numbers get none.
 */
export function csvLines(rows: readonly (readonly Cell[])[], delimiter: Separator = ','): string {
  return stringify(
    rows.map((row) => row.map((cell) => written(cell, delimiter))),
    { delimiter, record_delimiter: '\r\n', quoted_match: /^\s|\s$|[\r\n]/ },
  );
}

function written(cell: Cell, delimiter: Separator): string | number | null {
  if (cell === null || typeof cell === 'number') return cell;
  if (typeof cell === 'object') return cell.decimal;
  const text = cell.replace(opensFormula[delimiter], "$&'");
  return startsFormula.test(text) ? `'${text}` : text;
}

/** Tells spreadsheets that the file is UTF-8. */
export const byteOrderMark = '\ufeff';
