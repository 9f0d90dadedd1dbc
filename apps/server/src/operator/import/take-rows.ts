import type {
  Row,
  RowProblem,
  SentFile,
  TakenRows,
  TakeRows,
} from '../../features/integration-rows/integration-rows.exports.ts';
import type { TenantDb } from '../../db/client.ts';
import { takeNumbers } from '../../db/sql/numbers.ts';
import { findProblems } from '../../import/checks.queries.ts';
import { fieldsOf, type ImportTenant } from '../../import/columns.ts';
import { GivenFiles, type RowFiles } from '../../import/given-file.ts';
import { type ImportKind, recordEventsOf, type StoreOptions } from '../../import/kind.ts';
import { lockTenantRows } from '../../import/row-locks.queries.ts';
import { kinds } from './kinds.ts';
import { Problems } from './problems.ts';
import { judgeRow, readRows } from './read-rows.ts';
import { emptyWaitingTables, fillWaitingTable, keepWaitingTables } from './waiting-rows.queries.ts';

/** The rows of a body name no files. */
export const noFiles = new GivenFiles({
  folder: null,
  storage: () => Promise.reject(new Error('a row of the integration API names no file')),
  scanner: null,
  notes: { add: async () => {}, remove: async () => {} },
  dryRun: false,
});

/** The file of the one row that a request has. It is stored already. */
const onlyFile = ({ contentType, ...stored }: SentFile): RowFiles => ({
  look: async (name) => ({ name, contentType, size: stored.size, sha256: stored.sha256 }),
  text: (name, longest) => noFiles.text(name, longest),
  store: async () => stored,
});

/**
 * Takes some rows in, within the caller's transaction, by the rules of the import: the same row has the same result
 * and the same problems. If there is a problem, nothing is stored, and the caller rolls back.
 */
export const takeRows: TakeRows = async (trx, tenant, rows, { now, officeWins, file }) => {
  const options: StoreOptions = { now, officeWins, files: file ? onlyFile(file) : noFiles, takeNumbers };
  await keepWaitingTables(trx, kinds);
  await lockTenantRows(trx, tenant.id, 'shared');
  const rowsOf = new Map<string, readonly Row[]>(Object.entries(rows));
  const presentKinds = kinds.filter(({ name }) => rowsOf.has(name));
  const problems: RowProblem[] = [];
  for (const kind of presentKinds)
    problems.push(...(await readKind(trx, kind, tenant, rowsOf.get(kind.name) ?? [], options)));
  let isUnreadable = problems.length > 0;
  for (const kind of presentKinds)
    for (const { line, column, message, isWrongAlone = false } of await findProblems(trx, kind, tenant, options)) {
      problems.push({ kind: kind.name, row: line - 1, column, message });
      isUnreadable ||= isWrongAlone;
    }
  if (problems.length > 0) return { problems, isUnreadable, added: 0, changed: 0 };
  const result: TakenRows = { problems: [], isUnreadable: false, added: 0, changed: 0 };
  for (const kind of presentKinds) {
    const { added, changed, removed } = await kind.store(trx, tenant, options);
    result.added += added;
    result.changed += changed + removed;
  }
  await recordEventsOf(presentKinds, trx, tenant, now);
  await emptyWaitingTables(trx, presentKinds);
  return result;
};

/** Puts the rows of one kind where the checks find them. */
async function readKind(
  trx: TenantDb,
  kind: ImportKind,
  tenant: ImportTenant,
  rows: readonly Row[],
  options: StoreOptions,
): Promise<RowProblem[]> {
  const problems = new Problems([kind.name]);
  const source = {
    name: kind.name,
    size: 0,
    async *read() {
      for (const [index, values] of rows.entries()) yield { line: index + 1, values };
    },
  };
  const waiting: object[] = [];
  const fields = fieldsOf(kind.columns, tenant);
  for await (const row of readRows(
    source,
    problems,
    () => fields,
    () => {},
  )) {
    const { wrong, values } = await judgeRow(row, { kind, tenant, file: kind.name }, problems, options);
    waiting.push({ ...values, tenant_id: tenant.id, source_line: row.line, wrong });
  }
  await fillWaitingTable(trx, kind, waiting);
  return problems.kept.map(({ line, column, message }) => ({ kind: kind.name, row: line - 1, column, message }));
}
