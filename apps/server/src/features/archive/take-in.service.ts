import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import type { TenantDb } from '../../db/client.ts';
import type { DeclaredTable } from '../../db/declared-table.ts';
import { forgetNumbers } from '../../db/sql/numbers.ts';
import { parentsFirst } from '../../db/table-order.ts';
import { TrailCheck } from '../audit/audit.exports.ts';
import { findFilled, insertLines, keepTimes, shapeOf, setCommonTexts } from './archive.queries.ts';
import { archivedTables, auditTrail } from './archived-tables.rules.ts';
import { type ArchivedFile, fileOf, linesIn, type Manifest, rowsPath } from './manifest.rules.ts';

/** A place that holds an export. */
export interface ExportPlace {
  /** Resolves with null if there is no such part. */
  read: (path: string) => Promise<Readable | null>;
}

/** A part of an export is missing or damaged, or its marina is not empty. */
export class WrongExport extends Error {}

/** @throws WrongExport if the marina has rows. A marina that was only created has none. */
export async function requireEmpty(trx: TenantDb, tenantId: number, tables: readonly DeclaredTable[]): Promise<void> {
  const names = archivedTables(tables).map(({ name }) => name);
  const [first] = await findFilled(
    trx,
    tenantId,
    names.filter((name) => name !== 'counters'),
  );
  if (first !== undefined)
    throw new WrongExport(`The marina is not empty: it has ${first.replaceAll('_', ' ')}. Name a new marina.`);
}

/**
 * Stores the rows of an export in an empty marina, each table whole and with the hash of the manifest. Parents come
 * before the rows that refer to them.
 * @param trx a transaction of the role that owns the tables, in this tenant
 * @param say is called for each table
 * @throws WrongExport
 */
export async function takeInRows(
  trx: TenantDb,
  tenantId: number,
  {
    tables,
    manifest,
    place,
    say,
  }: { tables: readonly DeclaredTable[]; manifest: Manifest; place: ExportPlace; say: (step: string) => void },
): Promise<void> {
  await setCommonTexts(trx);
  await keepTimes(trx);
  await forgetNumbers(trx, tenantId);
  for (const table of await parentsFirst(trx, archivedTables(tables))) {
    const { columns } = await shapeOf(trx, table);
    const trail = table.name === auditTrail ? new TrailCheck() : null;
    for await (const lines of archivedLines(place, manifest, table)) {
      if (trail) checkEntries(trail, lines);
      for (let from = 0; from < lines.length; from += 1_000)
        await insertLines(trx, tenantId, { ...table, columns }, lines.slice(from, from + 1_000));
    }
    say(`${table.name}: ${rowsIn(manifest, table).rows.toLocaleString('en')} rows`);
  }
}

/**
 * Reads all rows of an export, and changes nothing.
 * @throws WrongExport if a part is missing or damaged, or the audit trail is broken
 */
export async function checkRows(
  tables: readonly DeclaredTable[],
  manifest: Manifest,
  place: ExportPlace,
): Promise<void> {
  const trail = new TrailCheck();
  for (const table of archivedTables(tables))
    for await (const lines of archivedLines(place, manifest, table))
      if (table.name === auditTrail) checkEntries(trail, lines);
}

/** Lists the files that the rows of an export name, some thousand at a time. */
export async function* filesIn(place: ExportPlace, manifest: Manifest): AsyncGenerator<ArchivedFile[]> {
  for await (const lines of archivedLines(place, manifest, { name: 'files' }))
    yield lines.map(fileOf).filter((file) => file !== null);
}

/** Reads the lines of a table, a part at a time, and checks their number and hash. */
async function* archivedLines(
  place: ExportPlace,
  manifest: Manifest,
  table: { name: string },
): AsyncGenerator<string[]> {
  const { rows, parts, sha256 } = rowsIn(manifest, table);
  const hash = createHash('sha256');
  let read = 0;
  for (let part = 1; part <= parts; part += 1) {
    const path = rowsPath(table.name, part);
    const stream = await place.read(path);
    if (stream === null) throw new WrongExport(`${path} is missing: the export is not whole.`);
    const content = await buffer(stream);
    hash.update(content);
    const lines = linesIn(content);
    read += lines.length;
    yield lines;
  }
  if (read !== rows || hash.digest('hex') !== sha256)
    throw new WrongExport(`The rows of ${table.name} are damaged: their hash is not that of export.json.`);
}

function rowsIn({ tables }: Manifest, { name }: { name: string }) {
  const found = tables.find((each) => each.name === name);
  if (found === undefined) throw new WrongExport(`export.json names no rows of ${name}.`);
  return found;
}

const wrongs = { missing: 'is missing', torn: 'does not follow the one before it', changed: 'was changed' };

function checkEntries(trail: TrailCheck, lines: readonly string[]): void {
  for (const line of lines) {
    const { previous_hash, hash, ...entry } = JSON.parse(line);
    const wrong = trail.check({ ...entry, previous_hash: bytesOf(previous_hash), hash: bytesOf(hash) });
    if (wrong) throw new WrongExport(`Entry ${entry.sequence} of the audit trail ${entry.trail} ${wrongs[wrong]}.`);
  }
}

/** Reads a value of type `bytea`. */
const bytesOf = (text: string) => Buffer.from(text.replace(/^\\x/, ''), 'hex');
