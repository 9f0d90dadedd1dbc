import type { ReceiptMail } from '@quayside/contract/payments/receipts.ts';
import type { TenantDb } from '../../../db/client.ts';
import type { Context, Tenant } from '../../../http/context.ts';
import { daysBefore } from '../../../lib/time/durations.ts';
import { maskEmail } from '../../../lib/texts/mask-email.ts';
import { findAccountEmail } from '../../account/account.exports.ts';
import { findNewestMail } from '../../mail/mail.exports.ts';
import { queueMail } from '../../mail/mail.service.ts';
import { mailedPayer } from './mailed-payer.service.ts';

/**
 * Mails the receipt of a payment that was just allocated, in that transaction, to the account's address on file. An
 * account without an address gets none by itself; its owner can still request it.
 * @param payment its row; `language` is the payer's language in the portal, if any
 */
export async function enqueueReceipt(
  trx: TenantDb,
  tenant: Tenant,
  payment: { id: number; account_id: number; language: string | null },
  now: Date,
): Promise<void> {
  const payer = await mailedPayer(trx, tenant, payment);
  if (payer) await queueMail(trx, tenant, { kind: 'receipt', ...payer, paymentId: payment.id }, now);
}

/** After this time a customer who requests a receipt wants another one. */
const remembersDays = 7;

/**
 * Shows the newest receipt of a payment to the account's address on file that is on its way or was sent. Receipts to
 * other addresses do not count, because the address may be one that only their sender knows.
 */
export async function showReceiptMail(
  { db, tenant, clock }: Pick<Context, 'db' | 'tenant' | 'clock'>,
  payment: { id: number; account_id: number },
): Promise<ReceiptMail | null> {
  const recipient = await findAccountEmail(db, tenant.id, payment.account_id);
  if (recipient === '') return null;
  const since = daysBefore(clock.now(), remembersDays);
  const receiptMail = { kind: 'receipt', recipient, payload: { paymentId: payment.id }, since };
  const mail = await findNewestMail(db, tenant.id, receiptMail);
  return mail ? { maskedEmail: maskEmail(recipient), sentAt: mail.sent_at?.toISOString() ?? null } : null;
}
