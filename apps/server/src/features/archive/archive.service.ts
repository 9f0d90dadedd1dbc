import { createHash } from 'node:crypto';
import type { TenantDb } from '../../db/client.ts';
import type { Columns, DeclaredTable } from '../../db/declared-table.ts';
import { schemaVersion } from '../../db/schema-version.ts';
import type { Tenant } from '../../http/context.ts';
import { readLines, timeOf, setCommonTexts } from './archive.queries.ts';
import { archivedTables } from './archived-tables.rules.ts';
import { type ArchivedRows, type Manifest, rowsPath } from './manifest.rules.ts';

declare module '../audit/audit-entry.rules.ts' {
  interface AuditEvents {
    /** Everything of the marina left in an archive. */
    export: true;
    /** An export of another installation was imported. */
    'export.import': true;
  }
}

/** A part of a table's rows: lines of JSON. */
export interface RowsPart {
  path: string;
  content: Buffer;
}

/** About the size of a part, in characters. */
const partSize = 4_000_000;

/** Runs work in one moment of the database: it sees no change that comes later. */
export function inSnapshot<Result>(db: TenantDb, work: (trx: TenantDb) => Promise<Result>): Promise<Result> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      await setCommonTexts(trx);
      return work(trx);
    });
}

/**
 * Reads all rows of a marina, one table after the other, in parts of a few megabytes.
 * @returns what the manifest says of them, and of the marina
 */
export async function* readRows(
  trx: TenantDb,
  { id, key, name, settings }: Tenant,
  tables: readonly DeclaredTable[],
): AsyncGenerator<RowsPart, Omit<Manifest, 'files'>> {
  const takenAt = (await timeOf(trx)).toISOString();
  const read: ArchivedRows[] = [];
  for (const table of archivedTables(tables)) read.push(yield* readTable(trx, id, table));
  return { format: 1, takenAt, schemaVersion, marina: { key, name, settings }, tables: read };
}

async function* readTable(trx: TenantDb, tenantId: number, table: Columns): AsyncGenerator<RowsPart, ArchivedRows> {
  const hash = createHash('sha256');
  let [rows, parts, waiting] = [0, 0, ''];
  const next = (): RowsPart => {
    const content = Buffer.from(waiting);
    hash.update(content);
    waiting = '';
    parts += 1;
    return { path: rowsPath(table.name, parts), content };
  };
  for await (const lines of readLines(trx, tenantId, table)) {
    rows += lines.length;
    waiting += `${lines.join('\n')}\n`;
    if (waiting.length >= partSize) yield next();
  }
  if (waiting !== '') yield next();
  return { name: table.name, rows, parts, sha256: hash.digest('hex') };
}
