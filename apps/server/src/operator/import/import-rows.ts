import type { TenantDb } from '../../db/client.ts';
import { enterTenant } from '../../features/tenant/tenant.exports.ts';
import { findDuplicates, findProblems } from '../../import/checks.queries.ts';
import type { ImportTenant } from '../../import/columns.ts';
import { type Counts, type Finding, type ImportKind, recordEventsOf, type StoreOptions } from '../../import/kind.ts';
import type { Source } from './folder.ts';
import { lockTenantRows } from '../../import/row-locks.queries.ts';
import { kinds } from './kinds.ts';
import type { Problems } from './problems.ts';
import type { Progress } from './progress.ts';
import { type FieldsOf, judgeRow, readRows, type Values } from './read-rows.ts';
import { type Batch, makeWaitingTables, WaitingRows } from './waiting-rows.queries.ts';

/** A source of rows, with their kind. null: each row names its own. */
export interface GivenSource {
  source: Source;
  kind: ImportKind | null;
}

/** Finds the marina of each row. */
export interface RowTenants {
  find: (values: Values) => Promise<ImportTenant | null>;
  fieldsOf: (kind: ImportKind, ...of: Parameters<FieldsOf>) => ReturnType<FieldsOf>;
  /** Returns the marinas that rows were found for. */
  used: () => ImportTenant[];
}

export interface StoredRows {
  tenant: string;
  kind: string;
  counts: Counts;
}

/** Shows how far the rows have come. */
export interface RowProgress extends Pick<Progress, 'file'> {
  /** Begins a step. The step waits until this resolves. */
  begin: (step: string) => void | Promise<void>;
  /** The next row waits until this resolves. */
  pause?: () => void | Promise<void>;
}

interface RowsOptions extends StoreOptions {
  given: readonly GivenSource[];
  tenants: RowTenants;
  /** Collects the rows that are wrong. If there are any, the caller rolls back. */
  problems: Problems;
  /** Collects the details that stay as their customers wrote them. */
  kept: Problems;
  /** Collects rows that are right and may be a mistake. Absent: nobody looks for them. */
  doubtful?: Problems;
  progress: RowProgress;
}

/** The rows of one import within its transaction: they are read, then checked, then stored. */
export class RowsOfImport {
  readonly #trx: TenantDb;
  readonly #options: RowsOptions;
  /** The kinds that were read, each with the name that problems show. */
  readonly #read = new Map<ImportKind, string>();

  constructor(trx: TenantDb, options: RowsOptions) {
    this.#trx = trx;
    this.#options = options;
  }

  /** @returns what was stored; nothing if there are problems */
  async run(): Promise<StoredRows[]> {
    const { given, problems, tenants, progress } = this.#options;
    await makeWaitingTables(this.#trx, kinds);
    for (const each of given) await this.#readSource(each);
    if (problems.unreadable) return []; // every row that refers to unread ones would seem wrong
    await progress.begin('checking');
    // In the order of their ids, so that two imports never wait for each other.
    const used = tenants.used();
    for (const { id } of used.toSorted((a, b) => a.id - b.id)) await lockTenantRows(this.#trx, id, 'alone');
    for (const tenant of used) await this.#check(tenant);
    if (problems.count > 0) return [];
    const stored: StoredRows[] = [];
    for (const tenant of used) stored.push(...(await this.#store(tenant)));
    return stored;
  }

  async #readSource({ kind: only, source }: GivenSource): Promise<void> {
    const { progress, tenants, problems } = this.#options;
    const kindOf = ({ kind }: { kind?: string }) => only ?? kinds.find(({ name }) => name === kind) ?? neverNamed();
    const waiting = new Map<ImportKind, WaitingRows>();
    const batch: Batch = { sent: Promise.resolve() };
    const waitingOf = (kind: ImportKind) => {
      const rows = waiting.get(kind) ?? new WaitingRows(this.#trx, kind, batch);
      waiting.set(kind, rows);
      this.#read.set(kind, only === null ? kind.name : source.name);
      return rows;
    };
    if (only !== null) waitingOf(only); // a file without rows counts as well
    const rows = progress.file(source.name, source.size);
    const fieldsOf: FieldsOf = (row, tell) => tenants.fieldsOf(kindOf(row), row, tell);
    for await (const row of readRows(source, problems, fieldsOf, rows.bytes)) {
      rows.row();
      await progress.pause?.();
      const tenant = await tenants.find(row.values);
      if (tenant === null) continue;
      const kind = kindOf(row);
      const { tenant: _, ...values } = row.values;
      const place = { kind, tenant, file: row.kind ?? source.name };
      const judged = await judgeRow({ ...row, values }, place, problems, this.#options);
      await waitingOf(kind).add(tenant.id, row.line, judged.wrong, judged.values);
    }
    for (const each of waiting.values()) await each.finish();
    rows.end();
  }

  /** Returns the kinds that have rows, in the order in which they are stored. */
  #kinds(): ImportKind[] {
    return kinds.filter((kind) => this.#read.has(kind));
  }

  #nameOf = (kind: ImportKind) => this.#read.get(kind) ?? kind.name;

  async #check(tenant: ImportTenant): Promise<void> {
    const { problems, doubtful } = this.#options;
    await enterTenant(this.#trx, tenant.id);
    for (const kind of this.#kinds()) {
      const found = [
        ...(await findDuplicates(this.#trx, kind, tenant.id)),
        ...(await findProblems(this.#trx, kind, tenant, this.#options)),
      ];
      this.#collect(problems, kind, found);
      if (doubtful) this.#collect(doubtful, kind, (await kind.findDoubtful?.(this.#trx, tenant)) ?? []);
    }
  }

  #collect(into: Problems, kind: ImportKind, found: readonly Finding[]): void {
    for (const { unlisted, ...each } of found) {
      const listed = { file: this.#nameOf(kind), ...each };
      into.add(listed);
      into.addUnlisted(unlisted, listed);
    }
  }

  async #store(tenant: ImportTenant): Promise<StoredRows[]> {
    const { officeWins, kept, progress, now } = this.#options;
    const stored: StoredRows[] = [];
    await enterTenant(this.#trx, tenant.id);
    for (const kind of this.#kinds()) {
      await progress.begin(`storing ${kind.name}`);
      if (!officeWins) this.#collect(kept, kind, (await kind.findKept?.(this.#trx, tenant)) ?? []);
      const counts = await kind.store(this.#trx, tenant, this.#options);
      stored.push({ tenant: tenant.key, kind: kind.name, counts });
    }
    await progress.begin('recording events');
    await recordEventsOf(this.#kinds(), this.#trx, tenant, now);
    return stored;
  }
}

const neverNamed = (): never => {
  throw new Error('a row without a kind');
};

/** Returns the details of an import for the audit trail: what changed, by kind. Null if nothing did. */
export function auditDetails(stored: readonly StoredRows[]): Record<string, string> | null {
  const changed = stored.filter(({ counts: { added, changed: others, removed } }) => added + others + removed > 0);
  if (changed.length === 0) return null;
  return Object.fromEntries(
    changed.map(({ kind, counts: { added, changed: others, removed } }) => [
      kind,
      `${added} added, ${others} changed, ${removed} removed`,
    ]),
  );
}
