import type { TenantDb } from '../../../db/client.ts';
import type { Tenant } from '../../../http/context.ts';
import type { JobContext } from '../../../jobs/context.ts';
import { enqueueJob } from '../../../jobs/enqueue.ts';
import { minute } from '../../../lib/time/durations.ts';
import { queueMail } from '../../mail/mail.service.ts';
import { listDocumentDetails } from '../document-details.queries.ts';
import { takeUnreportedUploads } from './review-document.queries.ts';

/** The time for which uploads are collected. A customer who hands in five papers causes one mail. */
const collectMs = 10 * minute;

/** Enqueues a mail to the office about an upload. Uploads that follow soon are in the same mail. */
export async function enqueueUploadsMail(
  trx: TenantDb,
  { id: tenantId }: Pick<Tenant, 'id'>,
  now: Date,
): Promise<void> {
  const runAt = new Date(now.getTime() + collectMs);
  const jobKey = `tell-office-of-documents-${tenantId}`;
  await enqueueJob(trx, 'tell-office-of-documents', { tenantId }, { jobKey, runAt, keepsTime: true });
}

/** Queues one mail for each office, with the uploads that it has not been told of. */
export async function tellOffice({ db, tenant, clock }: Pick<JobContext, 'db' | 'tenant' | 'clock'>): Promise<void> {
  const { uploads, contact, culture } = tenant.settings;
  await db.transaction().execute(async (trx) => {
    const news = await listDocumentDetails(trx, tenant.id, await takeUnreportedUploads(trx, tenant.id));
    if (!uploads.tellsOffice) return;
    const byOffice = Map.groupBy(news, ({ site_email }) => site_email || contact.email);
    for (const [recipient, documents] of byOffice) {
      if (recipient === '') continue;
      const documentIds = documents.map(({ id }) => id);
      const mail = { kind: 'documents-office', recipient, language: culture.defaultLanguage, documentIds } as const;
      await queueMail(trx, tenant, mail, clock.now());
    }
  });
}
