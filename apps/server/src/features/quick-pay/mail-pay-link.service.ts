import type { TenantDb } from '../../db/client.ts';
import type { Tenant } from '../../http/context.ts';
import { languageOf, loadInvoice } from '../invoices/invoices.service.ts';
import type { WholeInvoice } from '../invoices/invoices.exports.ts';
import { queueMail } from '../mail/mail.service.ts';
import { findByLink } from './quick-pay.queries.ts';

/** Loads an order that can be paid by its pay link, now or after its agreement is signed; null for any other. */
export async function loadOwed(db: TenantDb, tenantId: number, orderId: number): Promise<WholeInvoice | null> {
  const whole = await loadInvoice(db, tenantId, orderId);
  const { guid, cancelled_at, allocated_minor, gross_minor } = whole.invoice;
  const isOwed = cancelled_at === null && allocated_minor < gross_minor;
  // A closed account has no links.
  return isOwed && (await findByLink(db, tenantId, guid)) ? whole : null;
}

/**
 * Queues the mail with an order's pay link to its account's address on file, and to no other: everybody with the link
 * sees the order.
 * @returns the account and the address, or the reason why no mail goes out
 */
export async function mailPayLink(
  trx: TenantDb,
  tenant: Tenant,
  orderId: number,
  now: Date,
): Promise<{ accountId: number; recipient: string } | 'nothing-owed' | 'no-address'> {
  const owed = await loadOwed(trx, tenant.id, orderId);
  if (!owed) return 'nothing-owed';
  const { account_id: accountId, email: recipient } = owed.invoice;
  if (recipient === '') return 'no-address';
  await queueMail(trx, tenant, { kind: 'pay-link', recipient, language: languageOf(tenant, owed), orderId }, now);
  return { accountId, recipient };
}
