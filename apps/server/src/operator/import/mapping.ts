import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { OperatorError } from '../lib/command.ts';

/** Says which file has the rows of a kind, and how its columns are called there. */
const OfKind = z.strictObject({
  /** The name of the file in the folder. */
  file: z.string().min(1).optional(),
  /** The file's own name of a column → ours, or several of ours. null: nobody reads it. */
  columns: z.record(z.string(), z.union([z.string(), z.array(z.string()).min(1), z.null()])).default({}),
  /** Values of columns that the file does not have, or where a cell is empty. */
  values: z.record(z.string(), z.string()).default({}),
  /** Our name of a column → the file's own word → ours, such as `country` → `Deutschland` → `DE`. */
  words: z.record(z.string(), z.record(z.string(), z.string())).default({}),
});
export type KindMapping = z.output<typeof OfKind>;

export type Mapping = Readonly<Record<string, KindMapping>>;

/** Reads a mapping file. @param kinds the kinds that it may name @throws OperatorError that says what is wrong */
export function readMapping(path: string, kinds: readonly string[]): Mapping {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new OperatorError(`${path} can't be read as JSON: ${error instanceof Error ? error.message : ''}`);
  }
  const { data, error } = z.record(z.string(), OfKind).safeParse(content);
  if (error)
    throw new OperatorError(
      error.issues.map(({ path: at, message }) => `${path}: ${at.join('.')}: ${message}`).join('\n'),
    );
  const unknown = Object.keys(data).find((kind) => !kinds.includes(kind));
  if (unknown !== undefined) throw new OperatorError(`${path}: "${unknown}" is none of ${kinds.join(', ')}.`);
  return data;
}

/**
 * Returns a row under our names of its columns, and with our words in its cells. If several columns of the file fill
 * one of ours, the first that is filled counts, in the order of the mapping.
 */
export function mapRow(values: Readonly<Record<string, string>>, { columns, values: given, words }: KindMapping) {
  const mapped: Record<string, string> = {};
  const fill = (name: string, value: string) => {
    if ((mapped[name] ?? '').trim() === '') mapped[name] = value;
  };
  for (const [name, own] of Object.entries(columns))
    for (const each of [own].flat()) if (each !== null && values[name] !== undefined) fill(each, values[name]);
  for (const [name, value] of Object.entries(values)) if (!Object.hasOwn(columns, name)) fill(name, value);
  for (const [name, value] of Object.entries(given)) fill(name, value);
  for (const [name, ours] of Object.entries(words)) {
    const word = mapped[name]?.trim() ?? '';
    if (Object.hasOwn(ours, word)) mapped[name] = ours[word] ?? '';
  }
  return mapped;
}
