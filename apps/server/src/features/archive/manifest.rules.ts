import { z } from 'zod';

/** The list of what an export contains. It is written last: an export without it did not finish. */
export const Manifest = z.object({
  format: z.literal(1),
  /** The database's time of the rows. */
  takenAt: z.iso.datetime(),
  /** The version of the schema. Only the same version can import. */
  schemaVersion: z.string(),
  marina: z.object({ key: z.string(), name: z.string(), settings: z.record(z.string(), z.unknown()) }),
  tables: z.array(
    z.object({
      name: z.string(),
      rows: z.int(),
      /** The number of its files: `rows/<name>.1.ndjson` and so on. */
      parts: z.int(),
      /** The hash of all its files, one after the other. */
      sha256: z.string(),
    }),
  ),
  files: z.object({
    count: z.int(),
    bytes: z.int(),
    /** The names of files that the storage did not have any more. */
    missing: z.array(z.string()),
  }),
});

export type Manifest = z.output<typeof Manifest>;
export type ArchivedRows = Manifest['tables'][number];

export const manifestPath = 'export.json';

/** The path of a part of a table's rows. @param part from 1 on */
export const rowsPath = (table: string, part: number) => `rows/${table}.${part}.ndjson`;

/** The path of a stored file. */
export const filePath = (name: string) => `files/${name.slice(0, 2)}/${name}`;

/** Returns the lines of a content that ends with a line break. A text may contain all other breaks of lines. */
export const linesIn = (content: Buffer): string[] => content.toString('utf8').split('\n').slice(0, -1);

/** A stored file, as a row of `files` names it. */
export interface ArchivedFile {
  name: string;
  size: number;
  sha256: string;
}

/** Returns the stored file that a line of `files` names; null if its content was erased. */
export function fileOf(line: string): ArchivedFile | null {
  const row = JSON.parse(line) as { storage_name: string | null; size: number; sha256: string };
  if (row.storage_name === null) return null;
  return { name: row.storage_name, size: row.size, sha256: row.sha256.replace(/^\\x/, '') };
}
