import { Readable } from 'node:stream';
import type { TenantDb } from '../../db/client.ts';
import { schemaVersion } from '../../db/schema-version.ts';
import {
  analyse,
  type ArchivedFile,
  archivedTables,
  filePath,
  filesIn,
  type Manifest,
  requireEmpty,
  takeInRows,
  WrongExport,
} from '../../features/archive/archive.exports.ts';
import { forgetFile, noteFile } from '../../features/files/files.service.ts';
import { tables } from '../../features/tables.ts';
import { findStoredTenant } from '../../features/tenant/tenant.exports.ts';
import { saveTenantWithin } from '../../features/tenant/tenant.service.ts';
import { TenantSettings } from '../../lib/settings/tenant-settings.ts';
import { type FileStorage, FileTooLarge } from '../../providers/files/file-storage.ts';
import type { BackupPlace } from '../backup/place.ts';
import { forEachConcurrently } from '../backup/rows.ts';
import { lockOutOtherImports } from '../import/import.queries.ts';
import { lockTenantRows } from '../../import/row-locks.queries.ts';
import { auditOperator } from '../lib/audit-operator.ts';
import { OperatorError, type OperatorContext } from '../lib/command.ts';
import { readExport } from './write-export.ts';

interface TakenExport {
  place: BackupPlace;
  storage: FileStorage;
  /** The key of the marina. Default: the one that it had. */
  tenantKey: string | undefined;
  /** Gets a line about each step, for the operator. */
  say: (step: string) => void;
}

/**
 * Imports an export into a marina that has no rows, or creates the marina. One transaction stores everything.
 * @returns the marina's key
 * @throws OperatorError if the marina is not empty, or the export is damaged or of another version
 */
export async function takeInExport(ctx: OperatorContext, taken: TakenExport): Promise<string> {
  const { place } = taken;
  const manifest = await readExport(place);
  if (manifest.schemaVersion !== schemaVersion)
    throw new OperatorError(
      `${place.name} was made by another version of Quayside. Import it with that version, then start the newer one.`,
    );
  const key = taken.tenantKey ?? manifest.marina.key;
  const ownerDb = ctx.ownerDb();
  try {
    await ownerDb.transaction().execute((trx) => takeIn(ctx, trx, { ...taken, manifest, key }));
  } catch (error) {
    throw error instanceof WrongExport ? new OperatorError(`${error.message} Nothing was written.`) : error;
  }
  const names = archivedTables(tables).map(({ name }) => name);
  await analyse(ownerDb, names);
  return key;
}

async function takeIn(
  ctx: OperatorContext,
  trx: TenantDb,
  { manifest, key, ...taken }: TakenExport & { manifest: Manifest; key: string },
): Promise<void> {
  if (!(await lockOutOtherImports(trx)))
    throw new OperatorError('Another import is running. Try again when it is done.');
  const now = ctx.clock.now();
  const { name, settings } = manifest.marina;
  const hosts = (await findStoredTenant(trx, key))?.hosts ?? [];
  const draft = { key, name, hosts, settings: TenantSettings.parse(settings), sites: [] };
  const tenantId = await saveTenantWithin(trx, draft, now);
  await lockTenantRows(trx, tenantId, 'alone');
  await requireEmpty(trx, tenantId, tables);
  await takeInRows(trx, tenantId, { tables, manifest, ...taken });
  await takeInFiles(ctx, trx, { manifest, tenantId, ...taken });
  const details = { marina: manifest.marina.key, takenAt: manifest.takenAt };
  await auditOperator(trx, tenantId, now, { event: 'export.import', details });
}

async function takeInFiles(
  ctx: OperatorContext,
  trx: TenantDb,
  {
    manifest,
    tenantId,
    place,
    storage,
    say,
  }: Omit<TakenExport, 'tenantKey'> & { manifest: Manifest; tenantId: number },
): Promise<void> {
  const missing = new Set(manifest.files.missing);
  // The notes are on another connection: if this transaction fails, the sweep finds the files by them.
  const db = ctx.database.forTenant(tenantId);
  let count = 0;
  for await (const page of filesIn(place, manifest)) {
    const files = page.filter(({ name }) => !missing.has(name));
    await forEachConcurrently(files, async (file) => {
      const noted = { tenantId, storageName: file.name };
      await forgetFile(db, noted); // an earlier try that was killed
      await noteFile(db, noted, ctx.clock.now());
      await storeFile(tenantId, file, place, storage);
    });
    for (const { name } of files) await forgetFile(trx, { tenantId, storageName: name });
    count += files.length;
    say(`${count.toLocaleString('en')} files`);
  }
}

async function storeFile(
  tenantId: number,
  { name, size, sha256 }: ArchivedFile,
  place: BackupPlace,
  storage: FileStorage,
) {
  const content = await place.read(filePath(name));
  if (content === null) throw new WrongExport(`${filePath(name)} is missing: the export is not whole.`);
  await storage.delete(tenantId, name);
  const stored = await storage.put(tenantId, Readable.from(content), size, name).catch((error: unknown) => {
    if (error instanceof FileTooLarge) return null;
    throw error;
  });
  if (stored?.sha256 !== sha256) throw new WrongExport(`${filePath(name)} is damaged: its hash differs.`);
}
