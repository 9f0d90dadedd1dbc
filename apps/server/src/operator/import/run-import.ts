import type { ControlledTransaction } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import type { Database } from '../../db/schema/schema.ts';
import { enterTenant } from '../../features/tenant/tenant.exports.ts';
import { FileChanged, type GivenFiles } from '../../import/given-file.ts';
import type { StoreOptions } from '../../import/kind.ts';
import { auditOperator } from '../lib/audit-operator.ts';
import { OperatorError } from '../lib/command.ts';
import type { Source } from './folder.ts';
import { auditDetails, type GivenSource, RowsOfImport, type StoredRows } from './import-rows.ts';
import { analyseTables, lockOutOtherImports } from './import.queries.ts';
import { kinds } from './kinds.ts';
import { Problems } from './problems.ts';
import type { Progress } from './progress.ts';
import { TenantsOfRows } from './tenants-of-rows.ts';
import { saveTenants } from './tenants.ts';

export interface ImportOptions extends StoreOptions {
  files: GivenFiles;
  /** The sources by kind: tenants, sites, accounts … */
  sources: ReadonlyMap<string, Source>;
  /** The marina of rows that name none; then no row may name another. */
  tenantKey: string | undefined;
  /** Checks and counts, and changes nothing. */
  dryRun: boolean;
  /** The event's name in the audit trail. */
  event: 'import' | 'account.add';
  progress: Progress;
  /** Called before the commit: from then on the rows may be stored although the process is stopped. */
  beforeCommit?: () => void;
}

export interface ImportResult {
  /** The problems found. If there are any, nothing was written. */
  problems: Problems;
  stored: StoredRows[];
  /** Details that stay as their customers wrote them. */
  kept: Problems;
  /** Rows that are right and may be a mistake, if this is a dry run. */
  doubtful: Problems;
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
  if (good) options.beforeCommit?.();
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
  readonly #doubtful: Problems;
  readonly #stored: StoredRows[] = [];

  constructor(trx: ControlledTransaction<Database>, options: ImportOptions) {
    this.#trx = trx;
    this.#options = options;
    const files = [...options.sources.values()].map(({ name }) => name);
    this.#problems = new Problems(files);
    this.#kept = new Problems(files);
    this.#doubtful = new Problems(files);
  }

  async run(): Promise<ImportResult> {
    if (!(await lockOutOtherImports(this.#trx)))
      throw new OperatorError('Another import is running. Try again when it is done.');
    const [problems, kept, doubtful] = [this.#problems, this.#kept, this.#doubtful];
    const result = { problems, stored: this.#stored, kept, doubtful };
    const tenants = await this.#tenants();
    if (problems.count > 0) return result; // the currency and languages for the other files would be unknown
    const collected = { problems, kept, ...(this.#options.dryRun && { doubtful }) };
    const rows = new RowsOfImport(this.#trx, { ...this.#options, given: this.#given(), tenants, ...collected });
    this.#stored.push(...(await rows.run()));
    if (problems.count > 0) return result;
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

  #given(): GivenSource[] {
    return kinds.flatMap((kind) => {
      const source = this.#options.sources.get(kind.name);
      return source === undefined ? [] : [{ kind, source }];
    });
  }

  /** Records the import in the audit trail, unless it changed nothing. */
  async #record({ id, key }: { id: number; key: string }): Promise<void> {
    const details = auditDetails(this.#stored.filter(({ tenant }) => tenant === key));
    if (details === null) return;
    await enterTenant(this.#trx, id);
    await auditOperator(this.#trx, id, this.#options.now, { event: this.#options.event, details });
  }
}
