import type { ControlledTransaction } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import type { Database } from '../../db/schema.ts';
import { enterTenant } from '../../features/tenant/tenant.service.ts';
import { findDoubles, findProblems } from '../../import/checks.queries.ts';
import type { ImportTenant } from '../../import/columns.ts';
import { FileChanged } from '../../import/given-file.ts';
import { type Counts, type ImportKind, recordEventsOf, type StoreOptions } from '../../import/kind.ts';
import { auditOperator } from '../lib/audit-operator.ts';
import { OperatorError } from '../lib/command.ts';
import type { Source } from './folder.ts';
import { analyseTables, holdOthersOff, lockTenantRows } from './import.queries.ts';
import { kinds } from './kinds.ts';
import { Problems } from './problems.ts';
import type { Progress } from './progress.ts';
import { type FieldsOf, readRows, type Values } from './read-rows.ts';
import { TenantsOfRows } from './tenants-of-rows.ts';
import { saveTenants } from './tenants.ts';
import { makeWaitingTables, WaitingRows } from './waiting-rows.queries.ts';

declare module '../../features/audit/audit-entry.rules.ts' {
  interface AuditEvents {
    import: true;
  }
}

export interface ImportOptions extends StoreOptions {
  /** The sources by kind: tenants, sites, accounts … */
  sources: ReadonlyMap<string, Source>;
  /** The marina of rows that name none; then no row may name another. */
  tenantKey: string | undefined;
  /** Checks and counts, and changes nothing. */
  dryRun: boolean;
  /** The event's name in the audit trail. */
  event: 'import' | 'account.add';
  progress: Progress;
}

export interface Stored {
  tenant: string;
  kind: string;
  counts: Counts;
}

export interface ImportResult {
  /** The problems found. If there are any, nothing was written. */
  problems: Problems;
  stored: Stored[];
  /** Details that stay as their customers wrote them. */
  kept: Problems;
}

/**
 * Imports all sources or nothing: every row is checked before the first is stored, and one transaction holds
 * everything. Rows wait in temporary tables, so a file may be larger than the memory.
 * @param ownerDb connects as the role that owns the tables
 */
export async function runImport(ownerDb: TenantDb, options: ImportOptions): Promise<ImportResult> {
  const trx = await ownerDb.startTransaction().execute();
  const result = await runWithin(trx, options);
  const good = result.problems.count === 0 && !options.dryRun;
  // The commit can succeed although its answer is an error. The sweep finds out: it looks if the files are still
  // noted.
  await (good ? trx.commit() : trx.rollback()).execute();
  if (good) await analyseTables(ownerDb);
  return result;
}

/** Runs the import, and deletes the files that it stored if it fails. */
async function runWithin(trx: ControlledTransaction<Database>, options: ImportOptions): Promise<ImportResult> {
  try {
    return await new Import(trx, options).run();
  } catch (error) {
    // Rolls back first, because the transaction locks the notes that `discard` removes. If the rollback fails, the
    // connection is lost and the locks with it.
    await trx
      .rollback()
      .execute()
      .catch(() => {});
    await options.files.discard();
    throw error instanceof FileChanged ? new OperatorError(error.message) : error;
  }
}

class Import {
  readonly #trx: ControlledTransaction<Database>;
  readonly #options: ImportOptions;
  readonly #problems: Problems;
  readonly #kept: Problems;
  readonly #stored: Stored[] = [];

  constructor(trx: ControlledTransaction<Database>, options: ImportOptions) {
    this.#trx = trx;
    this.#options = options;
    const files = [...options.sources.values()].map(({ name }) => name);
    this.#problems = new Problems(files);
    this.#kept = new Problems(files);
  }

  async run(): Promise<ImportResult> {
    if (!(await holdOthersOff(this.#trx)))
      throw new OperatorError('Another import is running. Try again when it is done.');
    const result = { problems: this.#problems, stored: this.#stored, kept: this.#kept };
    const tenants = await this.#tenants();
    if (this.#problems.count > 0) return result; // the currency and languages for the other files would be unknown
    await makeWaitingTables(this.#trx, kinds);
    for (const { kind, source } of this.#given()) await this.#read(kind, source, tenants);
    if (this.#problems.unreadable) return result; // every row that refers to unread ones would seem wrong
    this.#options.progress.begin('checking');
    // In the order of their ids, so that two imports never wait for each other.
    for (const { id } of tenants.used().toSorted((a, b) => a.id - b.id)) await lockTenantRows(this.#trx, id, 'alone');
    for (const tenant of tenants.used()) await this.#check(tenant);
    if (this.#problems.count > 0) return result;
    for (const tenant of tenants.used()) await this.#store(tenant);
    for (const tenant of tenants.used()) await this.#record(tenant);
    return result;
  }

  async #tenants(): Promise<TenantsOfRows> {
    const { sources, tenantKey, now } = this.#options;
    const source = sources.get('tenants');
    const saved = source && (await saveTenants(this.#trx, { source, only: tenantKey, now }, this.#problems));
    if (saved) this.#stored.push({ tenant: '', kind: 'tenants', counts: saved.counts });
    const tenants = new TenantsOfRows(this.#trx, saved?.tenants ?? [], tenantKey);
    if (tenantKey !== undefined && this.#problems.count === 0 && !(await tenants.find({ tenant: tenantKey })))
      throw new OperatorError(`There is no marina "${tenantKey}".`);
    return tenants;
  }

  #given(): { kind: ImportKind; source: Source }[] {
    return kinds.flatMap((kind) => {
      const source = this.#options.sources.get(kind.name);
      return source === undefined ? [] : [{ kind, source }];
    });
  }

  async #read(kind: ImportKind, source: Source, tenants: TenantsOfRows): Promise<void> {
    const waiting = new WaitingRows(this.#trx, kind);
    const { progress } = this.#options;
    const rows = progress.file(source.name, source.size);
    const fieldsOf: FieldsOf = (row, tell) => tenants.fieldsOf(kind, row, tell);
    for await (const row of readRows(source, this.#problems, fieldsOf, rows.bytes)) {
      rows.row();
      const tenant = await tenants.find(row.values);
      if (tenant === null) continue;
      let { wrong } = row;
      const tell = (column: string, message: string) => {
        wrong = true;
        this.#problems.add({ file: source.name, line: row.line, column, message });
      };
      const { tenant: _, ...values } = row.values;
      const read = wrong ? keysOf(kind, values) : ((await kind.read?.(values, tenant, tell, this.#options)) ?? values);
      await waiting.add(tenant.id, row.line, wrong, wrong ? keysOf(kind, values) : read);
    }
    await waiting.finish();
    rows.end();
  }

  async #check(tenant: ImportTenant): Promise<void> {
    await enterTenant(this.#trx, tenant.id);
    for (const { kind, source } of this.#given()) {
      const found = [
        ...(await findDoubles(this.#trx, kind, tenant.id)),
        ...(await findProblems(this.#trx, kind, tenant, this.#options)),
      ];
      for (const { untold, ...problem } of found) {
        this.#problems.add({ file: source.name, ...problem });
        this.#problems.addUntold(untold);
      }
    }
  }

  async #store(tenant: ImportTenant): Promise<void> {
    await enterTenant(this.#trx, tenant.id);
    for (const { kind, source } of this.#given()) {
      this.#options.progress.begin(`storing ${kind.name}`);
      if (!this.#options.officeWins)
        for (const { untold, ...kept } of (await kind.findKept?.(this.#trx, tenant)) ?? []) {
          this.#kept.add({ file: source.name, ...kept });
          this.#kept.addUntold(untold);
        }
      const counts = await kind.store(this.#trx, tenant, this.#options);
      this.#stored.push({ tenant: tenant.key, kind: kind.name, counts });
    }
    this.#options.progress.begin('recording events');
    const given = this.#given().map(({ kind }) => kind);
    await recordEventsOf(given, this.#trx, tenant, this.#options.now);
  }

  /** Records the import in the audit trail, unless it changed nothing. */
  async #record({ id, key }: ImportTenant): Promise<void> {
    const changed = this.#stored.filter(
      ({ tenant, counts }) => tenant === key && counts.added + counts.changed + counts.removed > 0,
    );
    if (changed.length === 0) return;
    const details = Object.fromEntries(
      changed.map(({ kind, counts: { added, changed: others, removed } }) => [
        kind,
        `${added} added, ${others} changed, ${removed} removed`,
      ]),
    );
    await enterTenant(this.#trx, id);
    await auditOperator(this.#trx, id, this.#options.now, { event: this.#options.event, details });
  }
}

/** A wrong row waits with its key alone, so that rows that refer to it are not called wrong as well. */
const keysOf = (kind: ImportKind, values: Values) =>
  Object.fromEntries(kind.key.map((column) => [column, values[column]]));
