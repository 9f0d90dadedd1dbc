import type { TenantDb } from '../../../db/client.ts';
import type { Tenant } from '../../../http/context.ts';
import { lockAccount } from '../../account/account.exports.ts';
import { recordEvents } from '../../events/events.service.ts';
import { queueMail } from '../../mail/mail.service.ts';
import { languageOfCustomer } from '../../tenant/tenant.exports.ts';
import { lockDocument } from '../files/document-file.queries.ts';
import { findDocumentDetails } from '../document-details.queries.ts';
import { presentDocumentResource } from '../document-resources.presenter.ts';
import { type DocumentResourceRow, findDocumentResource } from '../document-resources.queries.ts';
import { findAccountOfDocument, storeReview } from './review-document.queries.ts';

/** A decision of the office on a document. */
export interface Review {
  documentId: number;
  isAccepted: boolean;
  /** The reason that the customer reads. Empty: none. */
  reason: string;
}

/**
 * The result of a decision.
 * - `not-found`: no complete document has this number.
 * - `no-file`: it is a paper at the office, or its file was erased.
 * - `replaced`: another document counts in its place, so a decision would change nothing.
 */
export type Reviewed =
  | { refusal: null; document: DocumentResourceRow; accountId: number; isNew: boolean; mailedTo: string | null }
  | { refusal: 'not-found' | 'no-file' | 'replaced' };

/**
 * Stores a decision of the office, with its event and the mail to the customer. The same decision again does nothing. A
 * rejected document keeps its file and counts no more. One that is accepted counts again if no other counts. The
 * caller writes the audit entry, as the last statement of the transaction.
 */
export async function reviewDocument(trx: TenantDb, tenant: Tenant, review: Review, now: Date): Promise<Reviewed> {
  const { documentId: id, isAccepted, reason } = review;
  const accountId = await findAccountOfDocument(trx, tenant.id, id);
  if (accountId === undefined) return { refusal: 'not-found' };
  // Uploads take the locks in the same order.
  await lockAccount(trx, tenant.id, accountId);
  await lockDocument(trx, tenant.id, id);
  const document = await findDocumentResource(trx, tenant.id, id);
  if (!document) return { refusal: 'not-found' };
  if (document.content_type === null) return { refusal: 'no-file' };
  if (document.is_replaced) return { refusal: 'replaced' };
  const isSame = document.review === (isAccepted ? 'accepted' : 'rejected') && document.review_reason === reason;
  if (isSame) return { refusal: null, document, accountId, isNew: false, mailedTo: null };
  await storeReview(trx, tenant.id, { id, isAccepted, reason, now });
  const decided = await findDocumentResource(trx, tenant.id, id);
  if (!decided) throw new Error(`document ${id} was decided on and is not there`);
  const type = isAccepted ? 'document.accepted' : 'document.rejected';
  const event = { type, reference: document.reference, object: presentDocumentResource(decided) } as const;
  await recordEvents(trx, tenant.id, [event], now);
  const mailedTo = await tellCustomer(trx, tenant, id, now);
  return { refusal: null, document: decided, accountId, isNew: true, mailedTo };
}

/** Queues the mail to the customer's address on file. @returns the address; null if there is none */
async function tellCustomer(trx: TenantDb, tenant: Tenant, documentId: number, now: Date): Promise<string | null> {
  const facts = await findDocumentDetails(trx, tenant.id, documentId);
  if (!facts || facts.is_closed || facts.email === '') return null;
  const { email: recipient } = facts;
  const language = languageOfCustomer(tenant, facts.language);
  await queueMail(trx, tenant, { kind: 'document-review', recipient, language, documentId }, now);
  return recipient;
}
