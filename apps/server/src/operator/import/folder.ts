import { readdirSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { OperatorError } from '../lib/command.ts';
import { readCsv } from './reading/csv.ts';
import { readJson } from './reading/json.ts';
import type { SourceRow } from './reading/source-row.ts';
import { readText } from './reading/text.ts';

/** A source of rows of one kind. */
export interface Source {
  /** The name that problems show. */
  name: string;
  size: number;
  read: (onBytes: (count: number) => void) => AsyncGenerator<SourceRow>;
}

const readers: Record<string, (texts: AsyncGenerator<string>) => AsyncGenerator<SourceRow>> = {
  '.csv': readCsv,
  '.json': readJson,
  '.jsonl': readJson,
};

/**
 * Finds the files of a folder, by kind.
 * @param kinds the names that files may have, without ending
 * @throws OperatorError if a file has another name: nothing is left out silently
 */
export function findSources(folder: string, kinds: readonly string[]): Map<string, Source> {
  const sources = new Map<string, Source>();
  for (const file of list(folder)) {
    const ending = extname(file);
    const read = readers[ending];
    if (read === undefined || /^[.~]/.test(file)) continue;
    const kind = file.slice(0, -ending.length);
    if (!kinds.includes(kind))
      throw new OperatorError(`${file} is not a file of an import. The files are called ${kinds.join(', ')}.`);
    const other = sources.get(kind);
    if (other) throw new OperatorError(`${other.name} and ${file} are both there. Keep one of them.`);
    const path = join(folder, file);
    sources.set(kind, { name: file, size: statSync(path).size, read: (onBytes) => read(readText(path, onBytes)) });
  }
  if (sources.size === 0)
    throw new OperatorError(
      `${folder} has none of the files of an import: ${kinds.join(', ')}, as .csv, .json or .jsonl.`,
    );
  return sources;
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder).toSorted();
  } catch {
    throw new OperatorError(`There is no folder ${folder}.`);
  }
}
