import { pipeline, Readable } from 'node:stream';
import { CsvError, type Info, parse } from 'csv-parse';
import { type SourceRow, SourceError } from './source-row.ts';

interface Parsed {
  record: string[];
  info: Info;
}

/**
 * Reads the rows of a CSV file (RFC 4180) whose first line names the columns. The separator is a comma, a semicolon
 * or a tab, as in the first line, unless one is given. Excel's line before it, `sep=;`, names the separator.
 * @param onGuess is told the separator that the first line has
 * @throws SourceError if the file is no such CSV
 */
export async function* readCsv(
  texts: AsyncGenerator<string>,
  { separator, onGuess }: { separator?: string | undefined; onGuess?: (separator: string) => void } = {},
): AsyncGenerator<SourceRow> {
  const first = await texts.next();
  if (first.done === true) throw new SourceError(1, 'is empty: the first line names the columns');
  const [, named] = /^"?sep=(.)"?[;,\t]*\r?\n/i.exec(first.value) ?? [];
  const delimiter = separator ?? named ?? separatorOf(first.value);
  if (separator === undefined) onGuess?.(delimiter);
  const begin = named === undefined ? 1 : 2;
  let last: Lines = { lines: begin - 1, empty_lines: 0 };
  const parser = parse({
    delimiter,
    from_line: begin,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: 1_000_000,
    on_record: (record: string[], info) => {
      last = info;
      return record;
    },
  });
  // Errors are thrown by the loop below.
  pipeline(Readable.from(startingWith(first.value, texts)), parser, () => {});
  try {
    yield* nameCells(parser as AsyncIterable<Parsed>);
  } catch (error) {
    throw error instanceof CsvError ? explain(error, last) : error;
  }
}

async function* nameCells(records: AsyncIterable<Parsed>): AsyncGenerator<SourceRow> {
  let columns: string[] | undefined;
  for await (const { record, info } of records) {
    if (columns === undefined) columns = readHeader(record, info.lines);
    else if (record.some((cell) => cell.trim() !== '')) yield { line: info.lines, ...name(record, columns) };
  }
}

function readHeader(record: readonly string[], line: number): string[] {
  const columns = record.map((cell) => cell.trim());
  while (columns.at(-1) === '') columns.pop();
  const seen = new Set<string>();
  const twice = columns.find((column) => seen.size === seen.add(column).size);
  if (twice !== undefined) throw new SourceError(line, `names the column "${twice}" twice`);
  return columns;
}

function name(record: readonly string[], columns: readonly string[]): Omit<SourceRow, 'line'> {
  const values = Object.fromEntries(columns.map((column, index) => [column, record[index] ?? '']));
  const beyond = record.slice(columns.length).some((cell) => cell.trim() !== '');
  if (!beyond && record.length >= columns.length) return { values };
  return { values, unreadable: `has ${record.length} cells where the first line names ${columns.length} columns` };
}

function separatorOf(text: string): string {
  const [header = ''] = text.split(/\r?\n/, 1);
  const bare = header.replace(/"[^"]*"/g, '');
  const count = (separator: string) => bare.split(separator).length;
  return [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0] ?? ',';
}

async function* startingWith(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}

const explanations: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'has a quotation mark that is never closed',
  CSV_INVALID_CLOSING_QUOTE: 'has text after a closing quotation mark: inside of quotes write "" for one',
  INVALID_OPENING_QUOTE: 'has a quotation mark inside of a cell: put the cell in quotes and write "" for one',
  CSV_MAX_RECORD_SIZE: 'is longer than a million characters: is a quotation mark left open?',
};

type Lines = Pick<Info, 'lines' | 'empty_lines'>;

/**
 * Names the line on which the broken record begins: a quotation mark that is left open is noticed lines later.
 * @param last the lines up to the end of the record before
 */
function explain(error: CsvError, last: Lines): SourceError {
  const { empty_lines: empty = last.empty_lines } = error as CsvError & Partial<Lines>;
  return new SourceError(last.lines + 1 + empty - last.empty_lines, explanations[error.code] ?? error.message);
}
