import type { TenantDb } from '../../db/client.ts';
import { inOrder, readReferences } from '../../db/table-order.ts';
import type { Tenant } from '../../http/context.ts';
import { lockTenantRows } from '../../import/row-locks.queries.ts';
import type { FileStorage } from '../../providers/files/file-storage.ts';
import { givenUpBefore } from '../files/files.exports.ts';
import { findLateMoney, settledStates } from '../payments/payments.exports.ts';
import {
  allowDeleting,
  countRowsOf,
  deleteJobs,
  deleteMarinaRow,
  deleteNotes,
  deleteRowsOf,
  findUnsettled,
  isAnyMarinaLeft,
  lockMarina,
  tablesOfMarinas,
} from './delete-marina.queries.ts';

interface RowsOfTable {
  table: string;
  rows: number;
}

type Named = { name: string };

/** Lists the reasons for which a marina can't be deleted now; none if it can. */
export async function whyNotDeleted(trx: TenantDb, { id, key }: Tenant, now: Date): Promise<string[]> {
  const { hosts, keys, moving, refunding, disputed } = await findUnsettled(trx, id, { settled: settledStates, now });
  const late = (await findLateMoney(trx, id, null)).map(({ askedUntil }) => askedUntil.getTime());
  return [
    ...(hosts > 0 ? [`Its portal has an address. Take it offline first: tenant set ${key} hosts "" --offline`] : []),
    ...(keys > 0 ? [`Keys with which programs may still write: ${keys}. Revoke each first: key revoke`] : []),
    ...(moving > 0 ? [`Payments under way: ${moving}. Try again when they have ended.`] : []),
    ...(late.length > 0
      ? [
          `Payments that ended unpaid, and may have been charged after all: ${late.length}. Their provider is asked ` +
            `until ${dayOf(Math.max(...late))}. Try again after that day.`,
        ]
      : []),
    ...(refunding > 0 ? [`Refunds under way: ${refunding}. Try again when they have ended.`] : []),
    ...(disputed > 0 ? [`Disputed payments: ${disputed}. Try again when their banks have decided.`] : []),
  ];
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** Counts a marina's rows of each table. Tables without rows are left out. */
export async function countRowsOfMarina(trx: TenantDb, tenantId: number, tables: readonly Named[]) {
  const counted: RowsOfTable[] = [];
  for (const { name } of await childrenFirst(trx, tables))
    counted.push({ table: name, rows: await countRowsOf(trx, tenantId, name) });
  return counted.filter(({ rows }) => rows > 0);
}

interface Deletion {
  tables: readonly Named[];
  files: FileStorage;
  now: Date;
  /** Is called for each table. */
  say: (step: string) => void;
}

/**
 * Deletes all rows and files of a marina, its audit trail included. The files go last. If that fails or the process is
 * killed, all rows are still there, and a second call deletes what is left. The note of a file that may be on its way
 * to the storage stays: the sweep of another marina deletes that file.
 * @param trx a transaction of the role that owns the tables, in this tenant
 * @returns the reasons for which nothing was deleted; none if all was
 */
export async function deleteMarina(
  trx: TenantDb,
  tenant: Tenant,
  { tables, files, now, say }: Deletion,
): Promise<string[]> {
  const { id } = tenant;
  await lockTenantRows(trx, id, 'alone');
  await lockMarina(trx, id);
  // Only now: a payment may have begun while this waited for the locks.
  const reasons = await whyNotDeleted(trx, tenant, now);
  if (reasons.length > 0) return reasons;
  await allowDeleting(trx);
  const notes = await deleteNotes(trx, id, givenUpBefore(now));
  const named = new Map<string, string[]>();
  for (const { name } of await childrenFirst(trx, tables)) {
    if (name === notesTable) continue;
    const { rows, files: names } = await deleteRowsOf(trx, id, name);
    named.set(name, names);
    if (rows > 0) say(`${name}: ${rows.toLocaleString('en')} rows`);
  }
  await deleteJobs(trx, id);
  await deleteMarinaRow(trx, id);
  // The newest file goes last: while it is there, the storage is known as this database's.
  const stored = [...notes.names, ...(named.get('imports') ?? []), ...(named.get('files') ?? [])];
  for (const name of stored) await files.delete(id, name);
  say(`${stored.length.toLocaleString('en')} files`);
  if (notes.left > 0) say(`${notes.left} of them may be on their way: ${await whoSweeps(trx, id)}`);
  return [];
}

/** Says who deletes files that reach the storage later. */
const whoSweeps = async (trx: TenantDb, id: number): Promise<string> =>
  (await isAnyMarinaLeft(trx))
    ? 'another marina of the server deletes these again after a day'
    : `the next marina on this server deletes these. If there will be none, delete the folder ${id} of the storage`;

/** The table that notes files before they are stored. */
const notesTable = 'file_uploads';

/**
 * Returns the tables with rows of marinas, each before the tables that its rows refer to. Last come the counters, and
 * after them the tables that refer to nothing. DANGER: no lock keeps anybody from adding rows to these. But each new
 * row takes a number of a counter in its own transaction. So either it is there when its table's turn comes, or the
 * transaction waits for the counter and fails, because it is gone with its marina.
 */
async function childrenFirst(trx: TenantDb, tables: readonly Named[]): Promise<Named[]> {
  const theirs = await tablesOfMarinas(trx);
  const references = await readReferences(trx);
  const children = new Set(references.map(([child]) => child));
  const place = ({ name }: Named) => (name === 'counters' ? 1 : children.has(name) ? 0 : 2);
  return inOrder(
    tables.filter(({ name }) => theirs.has(name)),
    references,
  ).toSorted((one, other) => place(one) - place(other));
}
