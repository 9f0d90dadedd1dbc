import { sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import { keepsSession } from '../../db/keyed-dialect.ts';
import { waitingOf } from '../../import/columns.ts';
import { type ImportKind, waitingTable } from '../../import/kind.ts';

const batch = 1_000;

/**
 * Makes the tables in which rows wait until all of them are checked. They end with the transaction. The connection may
 * have kept tables with these names.
 */
export async function makeWaitingTables(trx: TenantDb, kinds: readonly ImportKind[]): Promise<void> {
  for (const kind of kinds) {
    await sql`drop table if exists pg_temp.${sql.ref(waitingTable(kind.name))}`.execute(trx);
    await sql`${waitingTableOf(kind)} on commit drop`.execute(trx);
  }
}

/**
 * Makes the same tables once for a connection. They are empty again after each transaction. A connection that others
 * share gets them anew each time, because another version of the server may have left its own there.
 */
export async function keepWaitingTables(trx: TenantDb, kinds: readonly ImportKind[]): Promise<void> {
  if (!keepsSession(trx)) return makeWaitingTables(trx, kinds);
  const [first] = kinds;
  if (!first) return;
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass(${`pg_temp.${waitingTable(first.name)}`}) is not null as there`.execute(trx);
  if (rows[0]?.there === true) return;
  for (const kind of kinds) await sql`${waitingTableOf(kind)} on commit delete rows`.execute(trx);
}

function waitingTableOf({ name, columns: given }: ImportKind) {
  const columns = Object.entries(waitingOf(given)).map(([column, type]) => sql`${sql.ref(column)} ${sql.raw(type)}`);
  return sql`
    create temp table ${sql.table(waitingTable(name))}
      (tenant_id int not null, source_line int not null, wrong boolean not null, ${sql.join(columns)})`;
}

/** Puts these rows into the table of their kind. */
export async function fillWaitingTable(trx: TenantDb, { name }: ImportKind, rows: readonly object[]): Promise<void> {
  const table = sql.table(waitingTable(name));
  await sql`
    insert into ${table} select * from json_populate_recordset(null::${table}, ${JSON.stringify(rows)}::json)`.execute(
    trx,
  );
}

/** The batch that is on its way to PostgreSQL. Kinds whose rows are read at the same time share it. */
export interface Batch {
  sent: Promise<unknown>;
}

/** Puts rows into the table of their kind, in batches. It reads the next batch while PostgreSQL stores one. */
export class WaitingRows {
  readonly #trx: TenantDb;
  readonly #kind: ImportKind;
  readonly #batch: Batch;
  #rows: object[] = [];

  constructor(trx: TenantDb, kind: ImportKind, current: Batch = { sent: Promise.resolve() }) {
    this.#trx = trx;
    this.#kind = kind;
    this.#batch = current;
  }

  async add(tenantId: number, line: number, wrong: boolean, values: Record<string, unknown>): Promise<void> {
    this.#rows.push({ ...values, tenant_id: tenantId, source_line: line, wrong });
    if (this.#rows.length >= batch) await this.#send();
  }

  /** Call it after the last row. It analyses the table, so that the checks are planned for its size. */
  async finish(): Promise<void> {
    await this.#send();
    await this.#batch.sent;
    const { name, key, lookedUpBy = [] } = this.#kind;
    const table = sql.table(waitingTable(name));
    // Checks look up each other's rows. Without an index each of a million new orders would read all lines.
    for (const column of [...key.slice(0, 1), ...lookedUpBy])
      await sql`create index on ${table} (tenant_id, ${sql.ref(column)})`.execute(this.#trx);
    await sql`analyze ${table}`.execute(this.#trx);
  }

  /** Waits for the batch before, so that memory holds two at most. */
  async #send(): Promise<void> {
    await this.#batch.sent;
    this.#batch.sent = fillWaitingTable(this.#trx, this.#kind, this.#rows);
    this.#batch.sent.catch(() => {}); // the error is thrown where the promise is awaited
    this.#rows = [];
  }
}
