import type { TenantDb } from '../../../db/client.ts';
import type { JobContext } from '../../../jobs/context.ts';
import { appendAudit } from '../../audit/audit.service.ts';
import { recordDocumentEvents } from '../document-events.service.ts';
import { eraseFile } from '../../files/files.service.ts';
import { lockOverdueDocuments, markErased, type OverdueDocument, supersedeDocument } from './erase-files.queries.ts';

/** The number erased in one transaction. Entries of the audit trail wait for it. */
const atMost = 100;

/** For a job: removes the files of superseded and expired documents when their type's time is over. */
export async function eraseOverdueFiles(ctx: Pick<JobContext, 'db' | 'tenant' | 'clock'>): Promise<void> {
  let erased: number;
  do erased = await eraseSome(ctx);
  while (erased === atMost);
}

async function eraseSome({ db, tenant, clock }: Pick<JobContext, 'db' | 'tenant' | 'clock'>): Promise<number> {
  const now = clock.now();
  return db.transaction().execute(async (trx) => {
    const overdue = await lockOverdueDocuments(trx, tenant.id, { now, atMost });
    for (const { id, file_id: fileId } of overdue) {
      await markErased(trx, tenant.id, id);
      await eraseFile(trx, tenant.id, fileId);
    }
    await recordDocumentEvents(trx, tenant, now);
    for (const document of overdue) await appendAudit(trx, tenant.id, entryOf(document, now));
    return overdue.length;
  });
}

/**
 * Removes the file of one document for good, whatever its type says: it came to the wrong customer, or should not be
 * here. The document counts no more, and nobody gets a mail. The caller locks the account and the document before, and
 * writes the audit entry as the last statement of the transaction.
 */
export async function eraseDocument(trx: TenantDb, { tenantId, id, now }: DocumentToErase): Promise<void> {
  const fileId = await supersedeDocument(trx, tenantId, id, now);
  if (fileId === null) return;
  await markErased(trx, tenantId, id);
  await eraseFile(trx, tenantId, fileId);
  await recordDocumentEvents(trx, { id: tenantId }, now);
}

interface DocumentToErase {
  tenantId: number;
  id: number;
  now: Date;
}

const entryOf = (document: OverdueDocument, at: Date) => {
  const { id, account_id: accountId, document_type_id: documentTypeId, version, keep_months: keepMonths } = document;
  return {
    at,
    event: 'document.erased' as const,
    actor: { kind: 'operator' as const, name: 'server' },
    accountId,
    subject: { type: 'document', id: String(id) },
    ip: null,
    userAgent: null,
    details: { documentTypeId, version, keepMonths },
  };
};
