import { type Insertable, sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import type { Database } from '../../db/schema/schema.ts';
import type { ImportStep, SentProblem } from './sent-rows.types.ts';

const columns = [
  ...(['id', 'kind', 'dry_run', 'office_wins', 'state', 'step', 'failure', 'size', 'sha256', 'received_at'] as const),
  ...(['started_at', 'ended_at', 'rows_read', 'result', 'problem_count'] as const),
] as const;

export type ImportRow = NonNullable<Awaited<ReturnType<typeof findImport>>>;

export async function findImport(db: TenantDb, tenantId: number, id: number) {
  return db
    .selectFrom('imports')
    .select(columns)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function insertImport(trx: TenantDb, row: Insertable<Database['imports']>): Promise<void> {
  await trx.insertInto('imports').values(row).execute();
}

/** Counts the imports of a marina that have not ended. */
export async function countUnfinished(db: TenantDb, tenantId: number): Promise<number> {
  const { count } = await db
    .selectFrom('imports')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenantId)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

export type ProblemRow = Awaited<ReturnType<typeof listProblems>>[number];

/** Lists problems in the order in which they were found. @param after the number of the last one of the page before */
export async function listProblems(
  db: TenantDb,
  tenantId: number,
  { id, after, take }: { id: number; after: number; take: number },
) {
  return db
    .selectFrom('import_problems')
    .select(['number', 'severity', 'kind', 'line', 'column_name', 'message'])
    .where('tenant_id', '=', tenantId)
    .where('import_id', '=', id)
    .where('number', '>', after)
    .orderBy('number')
    .limit(take)
    .execute();
}

export type StartedImport = NonNullable<Awaited<ReturnType<typeof startOldest>>>;

/** Starts the oldest import of a marina that has not ended, also one whose process was killed. */
export async function startOldest(db: TenantDb, tenantId: number, now: Date) {
  return db
    .updateTable('imports')
    .set((eb) => ({
      state: 'working',
      step: 'reading',
      started_at: eb.fn.coalesce('started_at', eb.val(now)),
      attempts: eb('attempts', '+', 1),
      rows_read: 0,
    }))
    .where('tenant_id', '=', tenantId)
    .where('id', '=', (eb) =>
      eb
        .selectFrom('imports')
        .select((inner) => inner.fn.min('id').as('id'))
        .where('tenant_id', '=', tenantId)
        .where('ended_at', 'is', null),
    )
    .returning(['id', 'key_id', 'kind', 'dry_run', 'office_wins', 'storage_name', 'size', 'attempts'])
    .executeTakeFirst();
}

type Run = Pick<StartedImport, 'id' | 'attempts'>;

/** Notes how far a run has come, unless another one has begun. */
export async function noteProgress(
  db: TenantDb,
  tenantId: number,
  { id, attempts }: Run,
  { step, rows }: { step: ImportStep; rows: number },
): Promise<void> {
  await db
    .updateTable('imports')
    .set({ step, rows_read: rows })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('ended_at', 'is', null)
    .execute();
}

/** Ends an import. @returns its body's name in the storage; undefined if another run has begun or ended it */
export async function endImport(
  trx: TenantDb,
  tenantId: number,
  { id, attempts }: Run,
  end: Required<Pick<Insertable<Database['imports']>, 'state' | 'ended_at'>> &
    Partial<Pick<Insertable<Database['imports']>, 'failure' | 'rows_read' | 'result' | 'problem_count'>>,
): Promise<string | undefined> {
  const { rows } = await sql<{ storage_name: string }>`
    with before as (
      select storage_name from imports
      where tenant_id = ${tenantId} and id = ${id} and attempts = ${attempts} and ended_at is null for update
    )
    update imports set storage_name = null, step = null, state = ${end.state}, ended_at = ${end.ended_at},
      failure = ${end.failure ?? null}, rows_read = coalesce(${end.rows_read ?? null}::bigint, rows_read),
      result = ${end.result ?? null}::jsonb, problem_count = ${end.problem_count ?? 0}
    from before where tenant_id = ${tenantId} and id = ${id}
    returning before.storage_name`.execute(trx);
  return rows[0]?.storage_name;
}

/** Stores problems and notes, in this order. */
export async function insertProblems(
  trx: TenantDb,
  tenantId: number,
  importId: number,
  problems: readonly (SentProblem & { severity: 'error' | 'note' })[],
): Promise<void> {
  const rows = problems.map(({ column, ...rest }, index) => ({ ...rest, number: index + 1, column_name: column }));
  await sql`
    insert into import_problems (tenant_id, import_id, number, severity, kind, line, column_name, message)
    select ${tenantId}, ${importId}, number, severity, kind, line, column_name, message
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as given (number int, severity text, kind text, line int, column_name text, message text)`.execute(trx);
}

/** Deletes the imports that ended before this time, with their problems. */
export async function deleteImports(db: TenantDb, tenantId: number, before: Date): Promise<void> {
  await db.deleteFrom('imports').where('tenant_id', '=', tenantId).where('ended_at', '<', before).execute();
}
