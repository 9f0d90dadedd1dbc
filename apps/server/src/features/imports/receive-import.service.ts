import { createImport, importLimits, maxImportBytes } from '@quayside/contract/integration/imports.ts';
import type { CallArguments } from '@quayside/contract/shared/call.ts';
import { takeNumbers } from '../../db/sql/numbers.ts';
import type { IntegrationContext } from '../../http/context.ts';
import { CallError } from '../../http/errors.ts';
import type { IncomingFile } from '../../http/requests/incoming-file.ts';
import { enqueueJob } from '../../jobs/enqueue.ts';
import { type FileStorage, FileTooLarge, newFileName, type StoredFile } from '../../providers/files/file-storage.ts';
import { discardFile, forgetFile, noteFile } from '../files/files.service.ts';
import { refuseEndedKey } from '../integration-keys/integration-keys.service.ts';
import { doOnce } from '../integration-rows/integration-rows.exports.ts';
import { countUnfinished, insertImport } from './imports.queries.ts';

type Arguments = CallArguments<typeof createImport>;

/**
 * Stores the body of an import, and queues its work. The body is never held in memory. The same idempotency key with
 * the same body gets the same import.
 * @returns the number of the import
 * @throws CallError PAYLOAD_TOO_LARGE, TOO_MANY_REQUESTS if too many imports of the marina wait
 */
export async function receiveImport(
  ctx: IntegrationContext,
  args: Arguments,
  body: IncomingFile,
  files: FileStorage,
): Promise<{ id: number; isNew: boolean }> {
  const { db, tenant, clock } = ctx;
  refuseWrongKind(args, body);
  await refuseTooMany(ctx);
  const storageName = newFileName();
  const noted = { tenantId: tenant.id, storageName };
  await noteFile(db, noted, clock.now());
  let isNew = false;
  try {
    const stored = await store(ctx, files, body, storageName);
    const { id } = await doOnce(ctx, createImport, withHash(args, stored), async (trx) => {
      isNew = true;
      await refuseEndedKey({ ...ctx, db: trx });
      const number = await takeNumbers(trx, tenant.id, 'import');
      await insertImport(trx, {
        tenant_id: tenant.id,
        id: number,
        key_id: ctx.key.id,
        kind: args.query.kind ?? null,
        dry_run: args.query.dryRun === 'true',
        office_wins: args.query.officeWins === 'true',
        storage_name: storageName,
        size: stored.size,
        sha256: Buffer.from(stored.sha256, 'hex'),
        received_at: clock.now(),
      });
      await forgetFile(trx, noted);
      await enqueueImports(trx, tenant.id);
      return { id: number };
    });
    if (!isNew) await giveUp(ctx, files, storageName);
    return { id, isNew };
  } catch (error) {
    // After any other error the commit may have succeeded. Then the sweep finds no note of the file, and leaves it.
    if (error instanceof CallError) await giveUp(ctx, files, storageName);
    throw error;
  }
}

/** A named queue runs one import of a marina at a time, and jobs that wait are one. */
const enqueueImports = (trx: IntegrationContext['db'], tenantId: number) =>
  enqueueJob(trx, 'run-imports', { tenantId }, { queue: `imports ${tenantId}`, jobKey: `imports ${tenantId}` });

/** Puts the hash in the place of the body, so that another body under the same idempotency key is noticed. */
const withHash = (args: Arguments, { sha256 }: StoredFile): Arguments => ({ ...args, body: { sha256 } as never });

function refuseWrongKind({ query }: Arguments, { contentType }: IncomingFile): void {
  const isCsv = contentType === 'text/csv';
  if (isCsv === (query.kind !== undefined)) return;
  const message = isCsv ? 'is missing: say which kind of rows the file has' : 'is wrong here: each line names its own';
  throw new CallError('INVALID_REQUEST', {
    fields: [{ errorCode: 'refused', fieldName: 'kind', message }],
    values: { field: 'kind' },
  });
}

async function refuseTooMany({ db, tenant }: IntegrationContext): Promise<void> {
  if ((await countUnfinished(db, tenant.id)) < importLimits.maxWaiting) return;
  throw new CallError('TOO_MANY_REQUESTS', { retryAfter: 60, values: { minutes: 1 } });
}

async function store(
  { tenant }: IntegrationContext,
  files: FileStorage,
  { content }: IncomingFile,
  storageName: string,
): Promise<StoredFile> {
  try {
    return await files.put(tenant.id, content, maxImportBytes, storageName);
  } catch (error) {
    if (!(error instanceof FileTooLarge)) throw error;
    throw new CallError('PAYLOAD_TOO_LARGE', { meta: { maxBytes: String(maxImportBytes) } });
  }
}

async function giveUp({ db, tenant, log }: IntegrationContext, files: FileStorage, storageName: string): Promise<void> {
  try {
    await discardFile({ db, files }, { tenantId: tenant.id, storageName });
  } catch (error) {
    log.warn({ reason: String(error) }, 'the body of an import is left to the sweep');
  }
}
