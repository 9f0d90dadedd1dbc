import { importLimits, type ImportKindName } from '@quayside/contract/integration/imports.ts';
import type { TenantDb } from '../../db/client.ts';
import { takeNumbersApart } from '../../db/sql/numbers.ts';
import type { JobContext } from '../../jobs/context.ts';
import { describeError } from '../../lib/telemetry/describe-error.ts';
import { day } from '../../lib/time/durations.ts';
import type { FileStorage } from '../../providers/files/file-storage.ts';
import { appendAudit } from '../audit/audit.service.ts';
import { noteFile } from '../files/files.service.ts';
import { integrationKeys } from '../integration-keys/integration-keys.service.ts';
import {
  deleteImports,
  endImport,
  insertProblems,
  noteProgress,
  type StartedImport,
  startOldest,
} from './imports.queries.ts';
import type { TakenSentRows, TakeSentRows } from './sent-rows.types.ts';

interface ImportServices {
  files: FileStorage;
  takeSentRows: TakeSentRows;
}

/** An import is given up after this many starts: something in it ends the process, or fails again and again. */
const mostStarts = 10;

/**
 * Runs the imports of a marina, the oldest first. One that was killed starts again, because its transaction took all of
 * its rows away. Its end is written in the same transaction as its rows.
 */
export async function runImports(ctx: JobContext, services: ImportServices): Promise<void> {
  const { db, tenant, clock } = ctx;
  for (;;) {
    const next = await startOldest(db, tenant.id, clock.now());
    if (!next) return;
    await runImport(ctx, next, services);
  }
}

async function runImport(ctx: JobContext, started: StartedImport, services: ImportServices): Promise<void> {
  if (started.attempts > mostStarts) return fail(ctx, started, 'gave-up');
  const content = await services.files.get(ctx.tenant.id, started.storage_name ?? '');
  if (content === null) return fail(ctx, started, 'body-lost');
  try {
    await takeIn(ctx, started, content, services.takeSentRows);
  } catch (error) {
    if (!isOfTheRows(error)) throw error;
    await fail(ctx, started, 'gave-up', error);
  } finally {
    content.destroy();
  }
}

/** Tells if PostgreSQL refused a value (class 22): each further start would end in the same way. */
const isOfTheRows = (error: unknown) => describeError(error).code?.startsWith('22') ?? false;

async function takeIn(
  ctx: JobContext,
  started: StartedImport,
  content: AsyncIterable<Uint8Array>,
  takeSentRows: TakeSentRows,
): Promise<void> {
  const { db, tenant, clock } = ctx;
  const trx = await db.startTransaction().execute();
  try {
    const taken = await takeSentRows(trx, tenant, {
      content,
      size: started.size,
      kind: started.kind as ImportKindName | null,
      officeWins: started.office_wins,
      now: clock.now(),
      takeNumbers: takeNumbersApart(() => db),
      mostProblems: importLimits.maxProblems,
      tellProgress: (step, rows) => noteProgress(db, tenant.id, started, { step, rows }),
    });
    if (taken.problemCount > 0 || started.dry_run) {
      await trx.rollback().execute();
      await db.transaction().execute((own) => end(ctx, own, started, taken));
      return;
    }
    await end(ctx, trx, started, taken);
    if (taken.audit) await record(ctx, trx, started, taken.audit);
    await trx.commit().execute();
  } catch (error) {
    // If the rollback fails as well, the connection is lost, and the transaction with it.
    if (!trx.isCommitted && !trx.isRolledBack)
      await trx
        .rollback()
        .execute()
        .catch(() => {});
    throw error;
  }
}

/** Writes the end of an import. @throws Error if another run has begun, which then is the one that counts */
async function end(ctx: JobContext, trx: TenantDb, started: StartedImport, taken: TakenSentRows): Promise<void> {
  const isRefused = taken.problemCount > 0;
  await close(ctx, trx, started, {
    state: isRefused ? 'refused' : 'done',
    rows_read: taken.rows,
    result: isRefused ? undefined : JSON.stringify(taken.counts),
    problem_count: taken.problemCount + taken.noteCount,
  });
  const problems = taken.problems.map((each) => ({ ...each, severity: 'error' as const }));
  const notes = taken.notes.map((each) => ({ ...each, severity: 'note' as const }));
  await insertProblems(trx, ctx.tenant.id, started.id, [...problems, ...notes].slice(0, importLimits.maxProblems));
}

async function fail(
  ctx: JobContext,
  started: StartedImport,
  failure: 'body-lost' | 'gave-up',
  error?: unknown,
): Promise<void> {
  ctx.log.error({ import: started.id, failure, ...(error === undefined ? {} : { err: error }) }, 'an import failed');
  await ctx.db.transaction().execute((trx) => close(ctx, trx, started, { state: 'failed', failure }));
}

async function close(
  { tenant, clock }: JobContext,
  trx: TenantDb,
  started: StartedImport,
  how: Omit<Parameters<typeof endImport>[3], 'ended_at'>,
): Promise<void> {
  const storageName = await endImport(trx, tenant.id, started, { ...how, ended_at: clock.now() });
  if (storageName === undefined) throw new Error('another run of this import has begun');
  // The next sweep deletes the body, and not before this transaction is committed.
  await noteFile(trx, { tenantId: tenant.id, storageName }, new Date(0));
}

async function record(
  { tenant, clock }: JobContext,
  trx: TenantDb,
  { id, key_id: key }: StartedImport,
  details: Record<string, string>,
): Promise<void> {
  const name = (await integrationKeys({ db: trx, tenant })).find(({ id: each }) => each === key)?.name ?? '';
  await appendAudit(trx, tenant.id, {
    event: 'import',
    at: clock.now(),
    actor: { kind: 'integration', key, name },
    subject: { type: 'import', id: String(id) },
    accountId: null,
    ip: null,
    userAgent: null,
    details,
  });
}

/** For a job: deletes imports that nobody can read any more. */
export async function sweepImports({ db, tenant, clock }: JobContext): Promise<void> {
  await deleteImports(db, tenant.id, new Date(clock.now().getTime() - importLimits.keptDays * day));
}
