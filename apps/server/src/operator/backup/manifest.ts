import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { OperatorError } from '../lib/command.ts';
import type { BackupPlace } from './place.ts';

/** The list of what a backup contains. It is written last: without it a backup did not finish. */
const Manifest = z.object({
  format: z.literal(1),
  /** The database's time of the snapshot. */
  takenAt: z.iso.datetime(),
  /** The version of the schema, as `schema-version.ts` has it. Only the same version can restore. */
  schemaVersion: z.string(),
  /** The names of the keys that the secrets in the rows need. */
  secretKeys: z.array(z.string()).default([]),
  marinas: z.array(z.string()),
  tables: z.array(
    z.object({
      schema: z.string(),
      name: z.string(),
      columns: z.array(z.string()).min(1),
      rows: z.int(),
      /** The hash of all rows as text, in the order of their keys. */
      sha256: z.string(),
    }),
  ),
  /** `value` is null for a sequence that gave no number yet. */
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), value: z.string().nullable() })),
  files: z.object({
    count: z.int(),
    bytes: z.int(),
    /** Files that the storage did not have any more, as `tenant/name`. */
    missing: z.array(z.string()),
  }),
});

export type Manifest = z.output<typeof Manifest>;

const path = 'backup.json';

/** The path of a table's rows in a backup. */
export const tablePath = ({ schema, name }: { schema: string; name: string }) => `database/${schema}.${name}.copy.gz`;

/** The path of a file in a backup. */
export const filePath = (tenantId: number, name: string) => `files/${tenantId}/${name.slice(0, 2)}/${name}`;

export async function writeManifest(place: BackupPlace, manifest: Manifest): Promise<void> {
  async function* content() {
    yield Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  }
  await place.write(path, content());
}

/** @throws OperatorError if the place holds no whole backup, or one that this version can't read */
export async function readManifest(place: BackupPlace): Promise<Manifest> {
  const content = await place.read(path);
  if (content === null)
    throw new OperatorError(
      `${place.name} has no ${path}. Either no backup is there, or it did not finish: make another one.`,
    );
  const text = (await buffer(content)).toString();
  const read = Manifest.safeParse(parseJson(text));
  if (!read.success) throw new OperatorError(`${place.name}/${path} is damaged or of another version of Quayside.`);
  return read.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
