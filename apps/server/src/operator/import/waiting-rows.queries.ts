import { sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import { keepsSession } from '../../db/connections/keyed-dialect.ts';
import { waitingOf } from '../../import/columns.ts';
import { type ImportKind, waitingTable } from '../../import/kind.ts';

const batch = 1_000;
/** A deleted row leaves a mark in its page. PostgreSQL plans an empty table as one of this size: ten pages. */
const mostBytesKept = 10 * 8_192;

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
 * Makes the same tables once for a connection. `emptyWaitingTables` empties those that were filled. PostgreSQL's
 * `on commit delete rows` would give all of them new files at each commit, and forget each plan that reads them.
 * A connection that others share gets them anew each time, because another version of the server may have left its own
 * there.
 */
export async function keepWaitingTables(trx: TenantDb, kinds: readonly ImportKind[]): Promise<void> {
  if (!keepsSession(trx)) return makeWaitingTables(trx, kinds);
  const names = kinds.map(({ name }) => waitingTable(name));
  const { rows } = await sql<{ name: string; bytes: number }>`
    select relname::text as name, pg_relation_size(oid)::int as bytes from pg_class
    where relnamespace = pg_my_temp_schema() and relname = any(${names}::name[])`.execute(trx);
  if (rows.length === 0) for (const kind of kinds) await sql`${waitingTableOf(kind)}`.execute(trx);
  for (const { name, bytes } of rows)
    if (bytes > mostBytesKept) await sql`truncate pg_temp.${sql.ref(name)}`.execute(trx);
}

/** Empties the tables of these kinds that the connection keeps. Call it last: a rollback empties them by itself. */
export async function emptyWaitingTables(trx: TenantDb, kinds: readonly ImportKind[]): Promise<void> {
  for (const { name } of kinds) await sql`delete from ${sql.table(waitingTable(name))}`.execute(trx);
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
