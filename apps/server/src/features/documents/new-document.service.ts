import type { createDocument } from '@quayside/contract/documents/documents.ts';
import { toOneLine } from '@quayside/contract/shared/one-line.ts';
import type { z } from 'zod';
import { takeNumbers } from '../../db/sql/numbers.ts';
import type { CallLimit } from '../../http/limits/call-limits.ts';
import type { AccountContext } from '../../http/context.ts';
import { CallError, notFound } from '../../http/errors.ts';
import { keepOpenAccount } from '../account/account.exports.ts';
import { siteDay } from '../tenant/tenant.exports.ts';
import { hour } from '../../lib/time/durations.ts';
import { findApplyingType, saveWaitingDocument } from './new-document.queries.ts';

export const newDocumentLimit: CallLimit = { name: 'document', per: 'account', max: 100, windowMs: hour };

type NewDocument = z.output<typeof createDocument.body>['accountDocument'];

/**
 * Announces a document, which then waits for its file.
 * @returns its id, the same one until other texts are announced for its place
 */
export async function announceDocument(ctx: AccountContext, document: NewDocument): Promise<number> {
  const { db, tenant, account, clock } = ctx;
  const now = clock.now();
  if (document.accountId !== undefined && document.accountId !== account.id) throw notFound();
  const { documentTypeId, boatId } = document;
  const place = { tenantId: tenant.id, accountId: account.id, documentTypeId, boatId: boatId || null };
  const type = await findApplyingType(db, place);
  if (!type) throw notFound();
  const expiresOn = type.isExpiryRequired ? expiryOf(document, siteDay(now, type.timeZone)) : null;
  const { notes = '' } = document;
  const name = toOneLine(document.name);
  if (name === '') throw new CallError('INVALID_REQUEST', { values: { field: 'name' } });
  // Taken apart, so that nobody waits for a document while holding a number.
  const id = await takeNumbers(db, tenant.id, 'account-document');
  return db.transaction().execute(async (trx) => {
    await keepOpenAccount(trx, tenant.id, account.id);
    return saveWaitingDocument(trx, place, { name, notes, expiresOn }, { id, now });
  });
}

/**
 * Returns the expiry date. A document is valid through its last day, so today's date is allowed (decisions C4.13,
 * C5.17).
 */
function expiryOf({ expiresOn }: NewDocument, today: string): string {
  if (!expiresOn) throw new CallError('DOCUMENT_EXPIRY_REQUIRED');
  if (expiresOn < today) throw new CallError('DOCUMENT_EXPIRY_IN_PAST');
  return expiresOn;
}
