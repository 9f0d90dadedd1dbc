import type { TenantDb } from '../../db/client.ts';
import type { Tenant } from '../../http/context.ts';
import { languageOf, loadInvoice } from '../invoices/invoices.service.ts';
import type { WholeInvoice } from '../invoices/invoices.exports.ts';
import { describeOrder } from '../orders/orders.exports.ts';
import { queueMail } from '../mail/mail.service.ts';
import { findByLink, findDeadAgreement } from './quick-pay.queries.ts';

/** The reason why an order can't be paid by its pay link. */
export type NoLink = 'nothing-owed' | { deadAgreement: string };

/**
 * Loads an order that can be paid by its pay link, now or after its agreement is signed.
 * @returns the reason if nobody could pay by it
 */
export async function loadOwed(
  db: TenantDb,
  { tenant, orderId, now }: { tenant: Tenant; orderId: number; now: Date },
): Promise<WholeInvoice | NoLink> {
  const whole = await loadInvoice(db, tenant.id, orderId);
  const { guid, cancelled_at, allocated_minor, gross_minor } = whole.invoice;
  const isOwed = cancelled_at === null && allocated_minor < gross_minor;
  // A closed account has no links.
  if (!isOwed || !(await findByLink(db, tenant.id, guid))) return 'nothing-owed';
  const deadAgreement = await findDeadAgreement(db, { tenant, orderId, now });
  return deadAgreement === undefined ? whole : { deadAgreement };
}

/** Tells if an order can be paid by its link. */
export const isWhole = (owed: WholeInvoice | NoLink): owed is WholeInvoice =>
  typeof owed === 'object' && 'invoice' in owed;

/** The payment whose provider may have the order's money already, by its reference. */
export interface MayBePaid {
  heldBy: string;
}

/**
 * Queues the mail with an order's pay link to its account's address on file, and to no other: everybody with the link
 * sees the order. Nobody is asked for money that a provider may have already.
 * @returns the account and the address, or the reason why no mail goes out
 */
export async function mailPayLink(
  trx: TenantDb,
  tenant: Tenant,
  orderId: number,
  now: Date,
): Promise<{ accountId: number; recipient: string } | MayBePaid | NoLink | 'no-address'> {
  const owed = await loadOwed(trx, { tenant, orderId, now });
  if (!isWhole(owed)) return owed;
  const { account_id: accountId, email: recipient } = owed.invoice;
  if (recipient === '') return 'no-address';
  const { heldBy, mayBePaid } = await describeOrder(trx, tenant, { id: orderId, account_id: accountId }, now);
  if (mayBePaid && heldBy !== null) return { heldBy };
  await queueMail(trx, tenant, { kind: 'pay-link', recipient, language: languageOf(tenant, owed), orderId }, now);
  return { accountId, recipient };
}
