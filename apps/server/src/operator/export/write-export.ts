import { finished } from 'node:stream/promises';
import { buffer } from 'node:stream/consumers';
import type { z } from 'zod';
import { schemaVersion } from '../../db/schema-version.ts';
import { inSnapshot, readRows } from '../../features/archive/archive.service.ts';
import {
  type ArchivedFile,
  checkRows,
  filePath,
  filesIn,
  Manifest,
  manifestPath,
  WrongExport,
} from '../../features/archive/archive.exports.ts';
import { tables } from '../../features/tables.ts';
import type { Tenant } from '../../http/context.ts';
import type { FileStorage } from '../../providers/files/file-storage.ts';
import { type BackupPlace, sumWhileFlowing } from '../backup/place.ts';
import { forEachConcurrently } from '../backup/rows.ts';
import { auditOperator } from '../lib/audit-operator.ts';
import { OperatorError, type OperatorContext } from '../lib/command.ts';

/** The list of the rows. From then on only files are missing, and a later run goes on with them. */
const rowsList = 'rows.json';
const Rows = Manifest.omit({ files: true });
type Rows = z.output<typeof Rows>;

/** Says that an export has begun here, and of which marina. */
const beginning = 'begun.json';

interface ExportTarget {
  tenant: Tenant;
  storage: FileStorage;
  place: BackupPlace;
  /** Is told about each step, for the operator. */
  say: (step: string) => void;
}

/**
 * Exports a marina, or goes on with an export that was stopped. All rows are of one moment. Rows that were not whole
 * are read again; files that are there stay.
 * @throws OperatorError if the place is in use, or a file is damaged
 */
export async function writeExport(ctx: OperatorContext, target: ExportTarget): Promise<Manifest> {
  const { tenant, place, say } = target;
  if (await readJson(place, manifestPath))
    throw new OperatorError(`${place.name} has a whole export. Name a new place for each export.`);
  const earlier = (await readJson(place, beginning)) as { marina: string } | null;
  if (earlier === null && !(await place.isEmpty()))
    throw new OperatorError(`${place.name} is not empty. Name a new place for each export.`);
  if (earlier !== null && earlier.marina !== tenant.key)
    throw new OperatorError(
      `${place.name} has an export of ${earlier.marina} that did not finish. Name another place.`,
    );
  if (earlier === null) await writeJson(place, beginning, { marina: tenant.key });
  const found = await readJson(place, rowsList);
  const rows = found === null ? await writeRows(ctx, target) : Rows.parse(found);
  if (rows.schemaVersion !== schemaVersion)
    throw new OperatorError(`${place.name} has an export of another version of Quayside. Name a new place.`);
  if (found !== null) say(`rows of ${rows.takenAt} found, going on with files`);
  const manifest = { ...rows, files: await copyFiles(rows, target) };
  await writeJson(place, manifestPath, manifest);
  return manifest;
}

/** Writes all rows, after an entry of the audit trail that says so. */
async function writeRows({ database, clock }: OperatorContext, { tenant, place, say }: ExportTarget): Promise<Rows> {
  const db = database.forTenant(tenant.id);
  await auditOperator(db, tenant.id, clock.now(), { event: 'export' });
  const rows = await inSnapshot(db, async (trx) => {
    const parts = readRows(trx, tenant, tables);
    for (;;) {
      const next = await parts.next();
      if (next.done) return next.value;
      const { path, content } = next.value;
      await place.write(path, once(content));
      say(path);
    }
  });
  await writeJson(place, rowsList, rows);
  return rows;
}

async function copyFiles(rows: Rows, { tenant, storage, place, say }: ExportTarget): Promise<Manifest['files']> {
  const files: Manifest['files'] = { count: 0, bytes: 0, missing: [] };
  const all = { ...rows, files };
  for await (const page of filesIn(place, all)) {
    await forEachConcurrently(page, async (file) => {
      const isThere = (await stateOf(place, file)) === 'whole' || (await copyFile(file, tenant.id, storage, place));
      if (!isThere) return void files.missing.push(file.name);
      files.count += 1;
      files.bytes += file.size;
    });
    say(`${files.count.toLocaleString('en')} files`);
  }
  return files;
}

/** @returns false if the storage does not have the file */
async function copyFile({ name, sha256 }: ArchivedFile, tenantId: number, storage: FileStorage, place: BackupPlace) {
  const content = await storage.get(tenantId, name);
  if (content === null) return false;
  const { stream, sum } = sumWhileFlowing(content);
  await place.write(filePath(name), stream);
  if (sum().sha256 !== sha256)
    throw new OperatorError(
      `The stored file ${name} was changed: its hash differs. Bring it back from a backup, then run the command again.`,
    );
  return true;
}

/** Reads an export's list of contents. @throws OperatorError if the place has no whole export */
export async function readExport(place: BackupPlace): Promise<Manifest> {
  const read = Manifest.safeParse(await readJson(place, manifestPath));
  if (read.success) return read.data;
  throw new OperatorError(
    `${place.name} has no whole export: ${manifestPath} is missing or damaged. Run the export there again.`,
  );
}

/** Reads a whole export again, and compares it with its list. @throws OperatorError that names what differs */
export async function verifyExport(place: BackupPlace, say: (step: string) => void): Promise<Manifest> {
  const manifest = await readExport(place);
  try {
    await checkRows(tables, manifest, place);
  } catch (error) {
    throw error instanceof WrongExport ? new OperatorError(error.message) : error;
  }
  say('rows compared');
  const missing = new Set(manifest.files.missing);
  for await (const page of filesIn(place, manifest))
    await forEachConcurrently(page, async (file) => {
      const state = await stateOf(place, file);
      if (state !== 'whole' && !missing.has(file.name))
        throw new OperatorError(`The file ${filePath(file.name)} is ${state}.`);
    });
  say('files compared');
  return manifest;
}

async function stateOf(place: BackupPlace, { name, sha256 }: ArchivedFile): Promise<'whole' | 'missing' | 'damaged'> {
  const content = await place.read(filePath(name));
  if (content === null) return 'missing';
  const { stream, sum } = sumWhileFlowing(content);
  await finished(stream.resume());
  return sum().sha256 === sha256 ? 'whole' : 'damaged';
}

async function readJson(place: BackupPlace, path: string): Promise<unknown> {
  const content = await place.read(path);
  if (content === null) return null;
  try {
    return JSON.parse((await buffer(content)).toString());
  } catch {
    throw new OperatorError(`${place.name}/${path} is damaged.`);
  }
}

const writeJson = (place: BackupPlace, path: string, value: unknown) =>
  place.write(path, once(Buffer.from(`${JSON.stringify(value, null, 2)}\n`)));

async function* once(content: Uint8Array) {
  yield content;
}
