import type { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { schemaVersion } from '../../db/schema-version.ts';
import type { FileStorage } from '../../providers/files/file-storage.ts';
import { OperatorError } from '../lib/command.ts';
import { filePath, type Manifest, tablePath, writeManifest } from './manifest.ts';
import { type BackupPlace, sumWhileFlowing } from './place.ts';
import {
  connectWithoutTimeout,
  forEachConcurrently,
  filesOf,
  listKeyIds,
  listTables,
  listTenants,
  type NamedFile,
  rowsOf,
} from './rows.ts';

/** The place to write to, and where the data come from. */
interface BackupSource {
  /** Connects as the role that owns the tables. */
  ownerUrl: string;
  storage: FileStorage;
  place: BackupPlace;
  /** Gets a line about each step, for the operator. */
  say: (step: string) => void;
}

/**
 * Writes a backup of the database and the files that belong to it. All rows are of one moment, and the server may
 * go on serving. Files never change once they are stored, so a file of that moment is right at any time.
 * @throws OperatorError if the place is in use, or a file is damaged
 */
export async function writeBackup({ ownerUrl, storage, place, say }: BackupSource): Promise<Manifest> {
  if (!(await place.isEmpty()))
    throw new OperatorError(`${place.name} is not empty. Name a new place for each backup.`);
  const client = await connectWithoutTimeout(ownerUrl);
  try {
    await client.query('begin isolation level repeatable read read only');
    const tenants = await listTenants(client);
    const tables: Manifest['tables'] = [];
    for (const table of await listTables(client)) {
      const { stream, sum } = sumWhileFlowing(rowsOf(client, table, tenants));
      await writePacked(place, tablePath(table), stream);
      const { lines, sha256 } = sum();
      tables.push({ schema: table.schema, name: table.name, columns: table.columns, rows: lines, sha256 });
      say(`${table.name}: ${lines.toLocaleString('en')} rows`);
    }
    const files = await copyFiles(client, tenants, { storage, place, say });
    const { rows } = await client.query<{ at: Date }>('select now() as at');
    const manifest: Manifest = {
      format: 1,
      takenAt: (rows[0]?.at ?? new Date()).toISOString(),
      schemaVersion,
      secretKeys: await listKeyIds(client),
      marinas: tenants.map(({ key }) => key),
      tables,
      sequences: await readSequences(client),
      files,
    };
    await client.query('commit');
    await writeManifest(place, manifest);
    return manifest;
  } finally {
    await client.end();
  }
}

/** Writes a part compressed. An error of the content fails the write; one that comes after its end goes to nobody. */
async function writePacked(place: BackupPlace, path: string, content: Readable): Promise<void> {
  const packed = content.pipe(createGzip({ level: 6 }));
  content.on('error', (error) => packed.destroy(error));
  try {
    await place.write(path, packed);
  } finally {
    packed.destroy();
  }
}

async function copyFiles(
  client: pg.Client,
  tenants: readonly { id: number; key: string }[],
  { storage, place, say }: Omit<BackupSource, 'ownerUrl'>,
): Promise<Manifest['files']> {
  const files: Manifest['files'] = { count: 0, bytes: 0, missing: [] };
  for (const { id, key } of tenants) {
    for await (const page of filesOf(client, id)) {
      await forEachConcurrently(page, async (file) => {
        if (await copyFile(file, storage, place)) {
          files.count += 1;
          files.bytes += file.size;
        } else files.missing.push(`${file.tenantId}/${file.name}`);
      });
      say(`${key}: ${files.count.toLocaleString('en')} files copied`);
    }
  }
  return files;
}

/** @returns false if the storage does not have the file */
async function copyFile({ tenantId, name, sha256 }: NamedFile, storage: FileStorage, place: BackupPlace) {
  const content = await storage.get(tenantId, name);
  if (content === null) return false;
  const { stream, sum } = sumWhileFlowing(content);
  await place.write(filePath(tenantId, name), stream);
  if (sum().sha256 !== sha256)
    throw new OperatorError(
      `The file ${tenantId}/${name} in the storage is not the one that was stored: its hash differs. Bring it ` +
        'back from an earlier backup, then make this one again.',
    );
  return true;
}

/** Reads the numbers that sequences have reached. They are not part of the snapshot: a later number is right too. */
async function readSequences(client: pg.Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query(
    `select schemaname as schema, sequencename as name, last_value::text as value from pg_sequences
     where schemaname in ('public', 'graphile_worker') order by 1, 2`,
  );
  return rows;
}
