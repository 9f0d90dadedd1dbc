import { stringify } from 'csv-stringify/sync';

/** A text, a whole number, a decimal number as it is to be written, or nothing. */
export type Cell = string | number | { decimal: string } | null;

/**
 * A spreadsheet takes a text that starts with one of these as a formula, which can send the sheet to a stranger. The
 * full-width signs count, and so does white space in front, which a spreadsheet may drop.
 */
const startsFormula = /^[\s\u200b\ufeff]*[=+\-@＝＋－＠]/u;

/** Returns lines of CSV (RFC 4180). Texts that would run as a formula get an apostrophe in front; numbers don't. */
export function csvLines(rows: readonly (readonly Cell[])[]): string {
  return stringify(
    rows.map((row) => row.map(written)),
    { record_delimiter: '\r\n', quoted_match: /^\s|\s$|[\r\n]/ },
  );
}

function written(cell: Cell): string | number | null {
  if (cell === null || typeof cell === 'number') return cell;
  if (typeof cell === 'object') return cell.decimal;
  return startsFormula.test(cell) ? `'${cell}` : cell;
}

/** Tells spreadsheets that the file is UTF-8. */
export const byteOrderMark = '\ufeff';
