import { readdirSync, statSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { OperatorError } from '../lib/command.ts';
import { type KindMapping, type Mapping, mapRow } from './mapping.ts';
import { readCsv } from './reading/csv.ts';
import { findEncoding, readEncoded } from './reading/encoding.ts';
import { readJson } from './reading/json.ts';
import type { LocaleFormats } from './reading/locale.ts';
import type { SourceRow } from './reading/source-row.ts';
import { readText } from './reading/text.ts';

/** A source of rows of one kind. */
export interface Source {
  /** The name that problems show. */
  name: string;
  size: number;
  read: (onBytes: (count: number) => void) => AsyncGenerator<SourceRow>;
  /** How its days and numbers are written. Absent: in our own notation. */
  formats?: LocaleFormats;
}

/** How the files of a folder are written, as far as the operator says it. */
export interface FolderFormat {
  /** The encoding of CSV files. Default: found, or guessed. */
  encoding?: string | undefined;
  /** The sign between the cells of CSV files. Default: that of the first line. */
  separator?: string | undefined;
  formats?: LocaleFormats | undefined;
  mapping?: Mapping | undefined;
  /** The mapping's file. It may lie in the folder. */
  mappingPath?: string | undefined;
  /** Gets a line about each guess. */
  say: (line: string) => void;
}

const endings = ['.csv', '.json', '.jsonl'];
/** Files of programs whose sheets have to be saved as CSV first. */
const workbooks = ['.xlsx', '.xlsm', '.xls', '.ods', '.numbers'];

/**
 * Finds the files of a folder, by kind.
 * @param kinds the names that files may have, without ending
 * @throws OperatorError if a file has another name: nothing is left out silently
 */
export function findSources(folder: string, kinds: readonly string[], format: FolderFormat): Map<string, Source> {
  const sources = new Map<string, Source>();
  const mapping = format.mapping ?? {};
  const mapped = new Map(Object.entries(mapping).flatMap(([kind, { file }]) => (file ? [[file, kind] as const] : [])));
  const files = list(folder);
  for (const missing of [...mapped.keys()].filter((file) => !files.includes(file)))
    throw new OperatorError(`${folder} has no file ${missing}, which the mapping names.`);
  for (const file of files) {
    if (format.mappingPath !== undefined && resolve(folder, file) === resolve(format.mappingPath)) continue;
    const ending = extname(file);
    const kind = mapped.get(file) ?? file.slice(0, -ending.length || undefined);
    if (workbooks.includes(ending.toLowerCase()) && (mapped.has(file) || kinds.includes(kind)))
      throw new OperatorError(
        `${file} is a workbook. Open it, and save its sheet as "CSV UTF-8": ${kind}.csv, or a name in the mapping.`,
      );
    if (workbooks.includes(ending.toLowerCase()) && !file.startsWith('~'))
      format.say(`${file} is a workbook, so nothing of it is read. Save each of its sheets as a CSV file.`);
    if ((!endings.includes(ending) && !mapped.has(file)) || /^[.~]/.test(file)) continue;
    if (!kinds.includes(kind))
      throw new OperatorError(`${file} is not a file of an import. The files are called ${kinds.join(', ')}.`);
    const other = sources.get(kind);
    if (other) throw new OperatorError(`${other.name} and ${file} are both there. Keep one of them.`);
    sources.set(kind, sourceOf(join(folder, file), file, { ...format, of: mapping[kind] }));
  }
  if (sources.size === 0)
    throw new OperatorError(
      `${folder} has none of the files of an import: ${kinds.join(', ')}, as .csv, .json or .jsonl.`,
    );
  return sources;
}

function sourceOf(
  path: string,
  name: string,
  { of, ...format }: FolderFormat & { of: KindMapping | undefined },
): Source {
  const isJson = ['.json', '.jsonl'].includes(extname(name));
  async function* read(onBytes: (count: number) => void): AsyncGenerator<SourceRow> {
    const rows = isJson ? readJson(readText(path, onBytes)) : readSheet(path, name, format, onBytes);
    for await (const row of rows) yield of ? { ...row, values: mapRow(row.values, of) } : row;
  }
  return { name, size: statSync(path).size, read, ...(format.formats ? { formats: format.formats } : {}) };
}

/** Reads a CSV file, and says what was guessed. */
async function* readSheet(
  path: string,
  name: string,
  { encoding, separator, say }: FolderFormat,
  onBytes: (count: number) => void,
): AsyncGenerator<SourceRow> {
  const found = encoding === undefined ? await findEncoding(path) : { name: encoding, isGuessed: false };
  if (found.isGuessed)
    say(`${name}: is not UTF-8, so it is read as Windows-1252. If letters are wrong, name it: --encoding.`);
  else if (found.name !== 'utf-8' && encoding === undefined) say(`${name}: is read as ${found.name}.`);
  const texts = found.name === 'utf-8' ? readText(path, onBytes) : readEncoded(path, found.name, onBytes);
  yield* readCsv(texts, {
    separator,
    onGuess: (sign) => {
      if (sign !== ',') say(`${name}: cells are apart by ${sign === '\t' ? 'tabs' : sign}.`);
    },
  });
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder).toSorted();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new OperatorError(`There is no folder ${folder}.`);
    if (code === 'ENOTDIR') throw new OperatorError(`${folder} is a file. Name the folder that it is in.`);
    throw error;
  }
}
