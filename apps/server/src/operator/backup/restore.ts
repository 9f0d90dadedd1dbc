import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { schemaVersion } from '../../db/schema-version.ts';
import type { SecretKeys } from '../../lib/secrets/secret-keys.ts';
import type { FileStorage } from '../../providers/files/file-storage.ts';
import { OperatorError } from '../lib/command.ts';
import { filePath, type Manifest, readManifest, tablePath } from './manifest.ts';
import { type BackupPlace, sumWhileFlowing } from './place.ts';
import {
  connectWithoutTimeout,
  filesOf,
  forEachConcurrently,
  listTables,
  listTenants,
  type NamedFile,
  nameOf,
} from './rows.ts';
import { markUnfinished, removeMark } from '../../db/opening/unfinished-restore.ts';

interface RestoreTarget {
  /** Connects as the role that owns the tables. */
  ownerUrl: string;
  storage: FileStorage;
  place: BackupPlace;
  /** The keys that this process has. */
  secretKeys: SecretKeys;
  /** True to restore although a key of the backup's secrets is missing. */
  withoutSecrets: boolean;
  /** Is told about each step, for the operator. */
  say: (step: string) => void;
}

/**
 * Restores a backup into an empty database and a storage. The rows come in one transaction, which ends only when all
 * files are there. Until then the database is marked, and no server starts on it. After a failure the command can be
 * run again.
 * @throws OperatorError if the database has marinas, the backup is of another version, a key of its secrets is
 * missing, or a part of it is damaged
 */
export async function restoreBackup(target: RestoreTarget): Promise<Manifest> {
  const { ownerUrl, storage, place, secretKeys, withoutSecrets, say } = target;
  const manifest = await readManifest(place);
  if (manifest.schemaVersion !== schemaVersion)
    throw new OperatorError(
      `${place.name} was made by another version of Quayside. Restore it with that version, then start the newer one.`,
    );
  const missing = manifest.secretKeys.filter((keyId) => !secretKeys.has(keyId));
  if (missing.length > 0 && !withoutSecrets)
    throw new OperatorError(
      `The secrets in ${place.name} need the key ${missing.join(' and ')}. Set SECRETS_KEY to that key. If it is ` +
        'lost, restore with --without-secrets.',
    );
  const client = await connectWithoutTimeout(ownerUrl);
  try {
    const [tenant] = await listTenants(client);
    if (tenant)
      throw new OperatorError(`The database is not empty: it has the marina ${tenant.key}. Name an empty one.`);
    await markUnfinished(client, place.name);
    await client.query('begin');
    await loadRows(client, manifest, place, say);
    await loadFiles(client, manifest, { storage, place, say });
    await removeMark(client);
    await client.query('commit');
    return manifest;
  } finally {
    await client.end(); // rolls back what is not committed
  }
}

async function loadRows(client: pg.Client, manifest: Manifest, place: BackupPlace, say: RestoreTarget['say']) {
  const tables = await listTables(client);
  const walled = tables.filter(({ isWalled }) => isWalled);
  // Triggers count and check what customers change. These rows have been counted and checked.
  for (const table of tables) await client.query(`alter table ${nameOf(table)} disable trigger user`);
  const keys = await dropForeignKeys(client);
  await client.query(`truncate ${tables.map(nameOf).join(', ')}`);
  for (const table of walled) await client.query(`alter table ${nameOf(table)} no force row level security`);

  for (const table of manifest.tables) await loadTable(client, table, place, say);
  for (const { schema, name, value } of manifest.sequences)
    if (value !== null)
      await client.query('select setval($1::regclass, $2::bigint)', [nameOf({ schema, name }), value]);

  say('checking that all rows belong together');
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${pg.escapeIdentifier(name)} ${definition}`);
  for (const table of walled) await client.query(`alter table ${nameOf(table)} force row level security`);
  for (const table of tables) await client.query(`alter table ${nameOf(table)} enable trigger user`);
}

/** Drops all foreign keys until the rows are there, so that the order of tables doesn't matter. */
async function dropForeignKeys(client: pg.Client): Promise<{ table: string; name: string; definition: string }[]> {
  const { rows } = await client.query(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint
     where contype = 'f' and conparentid = 0
       and connamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)`,
  );
  for (const { table, name } of rows)
    await client.query(`alter table ${table} drop constraint ${pg.escapeIdentifier(name)}`);
  return rows;
}

async function loadTable(
  client: pg.Client,
  table: Manifest['tables'][number],
  place: BackupPlace,
  say: RestoreTarget['say'],
): Promise<void> {
  const path = tablePath(table);
  const packed = await place.read(path);
  if (packed === null) throw new OperatorError(`${place.name} has no ${path}: the backup is not whole.`);
  const { stream, sum } = sumWhileFlowing(packed.pipe(createGunzip()));
  packed.on('error', (error) => stream.destroy(error));
  const columns = table.columns.map((column) => pg.escapeIdentifier(column)).join(', ');
  await pipeline(stream, client.query(copyFrom(`copy ${nameOf(table)} (${columns}) from stdin`))).catch(
    (cause: Error) => {
      throw new OperatorError(`${place.name}/${path} can't be read: ${cause.message}.`, { cause });
    },
  );
  if (sum().sha256 !== table.sha256) throw new OperatorError(`${place.name}/${path} is damaged: its hash differs.`);
  say(`${table.name}: ${table.rows.toLocaleString('en')} rows`);
}

async function loadFiles(
  client: pg.Client,
  { files: { missing } }: Manifest,
  { storage, place, say }: Pick<RestoreTarget, 'storage' | 'place' | 'say'>,
): Promise<void> {
  let count = 0;
  for (const { id, key } of await listTenants(client)) {
    for await (const page of filesOf(client, id)) {
      await forEachConcurrently(
        page.filter(({ name }) => !missing.includes(`${id}/${name}`)),
        (file) => loadFile(file, storage, place),
      );
      count += page.length;
      say(`${key}: ${count.toLocaleString('en')} files`);
    }
  }
}

async function loadFile({ tenantId, name, size, sha256 }: NamedFile, storage: FileStorage, place: BackupPlace) {
  const path = filePath(tenantId, name);
  const content = await place.read(path);
  if (content === null) throw new OperatorError(`${place.name} has no ${path}: the backup is not whole.`);
  await storage.delete(tenantId, name); // an earlier try may have stored it
  const stored = await storage.put(tenantId, Readable.from(content), size, name);
  if (stored.sha256 !== sha256) throw new OperatorError(`${place.name}/${path} is damaged: its hash differs.`);
}
