import { z } from 'zod';
import type { TenantDb } from '../../../db/client.ts';
import { lockAccount } from '../../../features/account/account.exports.ts';
import {
  type DocumentDetails,
  eraseDocument as erase,
  findDocumentDetails,
  findDocumentResource,
  lockDocument,
} from '../../../features/documents/documents.exports.ts';
import type { Tenant } from '../../../http/context.ts';
import { auditOperator } from '../../lib/audit-operator.ts';
import { command, OperatorError } from '../../lib/command.ts';
import { findTenant, TenantKey } from '../../lib/find-tenant.ts';
import { DocumentNumber, lineOf } from './document.ts';

/** Erases a document's file that is in the wrong hands. */
export const eraseDocument = command({
  name: 'document erase',
  summary:
    "Erase a document's file for good, such as one that is in the wrong customer's account. Without --confirm it " +
    'only says which document that is.',
  positions: ['document'],
  options: z.strictObject({
    document: DocumentNumber,
    tenant: TenantKey,
    confirm: DocumentNumber.optional().meta({ description: 'the number once more: erase', value: 'number' }),
  }),
  async run(ctx, { tenant: key, document: id, confirm }) {
    const tenant = await findTenant(ctx, key);
    const db = ctx.database.forTenant(tenant.id);
    const document = await findFile(db, tenant, id);
    ctx.say(lineOf(document, tenant.settings.culture.defaultLanguage));
    if (confirm === undefined) return ctx.say(`Nothing has changed. To erase its file: --confirm ${id}`);
    if (confirm !== id) throw new OperatorError(`--confirm: is not the number of the document, ${id}`);
    const now = ctx.clock.now();
    await db.transaction().execute(async (trx) => {
      const { account_id: accountId } = document;
      await lockAccount(trx, tenant.id, accountId);
      await lockDocument(trx, tenant.id, id);
      await findFile(trx, tenant, id);
      await erase(trx, { tenantId: tenant.id, id, now });
      const subject = { type: 'document', id: String(id) };
      await auditOperator(trx, tenant.id, now, { event: 'document.erased', accountId, subject, details: {} });
    });
    ctx.say('Its file is erased, and the document counts no more. The customer gets no mail.');
  },
});

/** Finds a document that still has its file. */
async function findFile(db: TenantDb, { id: tenantId, name }: Tenant, id: number): Promise<DocumentDetails> {
  const details = await findDocumentDetails(db, tenantId, id);
  if (!details) throw new OperatorError(`${name} has no document ${id}.`);
  if (!(await findDocumentResource(db, tenantId, id))?.content_type)
    throw new OperatorError(`Document ${id} has no file: it is on paper at the office, or was erased.`);
  return details;
}
