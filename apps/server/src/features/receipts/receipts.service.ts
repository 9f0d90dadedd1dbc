import type { TenantDb } from '../../db/client.ts';
import type { Context, PayerContext, SessionAccount, Tenant } from '../../http/context.ts';
import { CallError, notFound } from '../../http/errors.ts';
import { type Limit, limitRate } from '../../http/limits/rate-limit.ts';
import { tenantText } from '../../lib/texts/texts.ts';
import { findAccountEmail, keepAccount } from '../account/account.exports.ts';
import { queueMail } from '../mail/mail.service.ts';
import type { LetterOrder } from '../papers/papers.exports.ts';
import { makePaper } from '../papers/papers.service.ts';
import { hasReceipt, paymentReference, showReceiptMail } from '../payments/payments.exports.ts';
import { maskEmail } from '../../lib/texts/mask-email.ts';
import { requireOrders } from '../tenant/tenant.exports.ts';
import { hour } from '../../lib/time/durations.ts';
import { paidAt, type Receipt, receiptLetter, receiptSender } from './receipt.letter.ts';
import { findNewestReceipt, findReceiptPayment, listReceiptOrders } from './receipts.queries.ts';

/**
 * Decision S4: a receipt must not be a means to mail strangers. The service counts the mails, once it has found the
 * owner. A call of somebody else must not use up the owner's. A pay link names an order, and its receipt is found here.
 */
const mailLimit: Limit = { name: 'receipt-mail', max: 5, windowMs: hour };

/**
 * Loads a payment that has its receipt.
 * @param payer the payer that must own it; null for a program of the marina
 * @throws CallError NOT_FOUND for somebody else's, RECEIPT_NOT_READY before it is completed and allocated
 */
export async function loadReceipt(
  db: TenantDb,
  tenantId: number,
  paymentId: number,
  payer: Pick<PayerContext, 'account' | 'orderKey'> | null,
): Promise<Receipt> {
  const payment = await findReceiptPayment(db, tenantId, paymentId, payer);
  if (!payment) throw notFound();
  if (!hasReceipt(payment.state)) throw new CallError('RECEIPT_NOT_READY');
  return { payment, orders: await listReceiptOrders(db, tenantId, paymentId) };
}

/** Finds the receipt that a mail brings; null if its payment has none any more. */
export async function findReceipt(db: TenantDb, tenantId: number, paymentId: number): Promise<Receipt | null> {
  const payment = await findReceiptPayment(db, tenantId, paymentId, null);
  if (!payment || !hasReceipt(payment.state)) return null;
  return { payment, orders: await listReceiptOrders(db, tenantId, paymentId) };
}

export interface ReceiptFile {
  fileName: string;
  content: Buffer;
}

/** Returns the content of a receipt's paper. */
export function receiptPaper(tenant: Tenant, language: string, receipt: Receipt): LetterOrder {
  const reference = paymentReference(receipt.payment.id);
  return {
    kind: 'receipt',
    letter: receiptLetter(tenant, language, receipt),
    sender: receiptSender(tenant, language, receipt),
    created: paidAt(receipt.payment),
    foot: tenantText(tenant, language, 'receipt.foot', { marina: tenant.name, reference }),
  };
}

/**
 * Makes the receipt as a PDF. The same payment gives the same bytes in the same language.
 * @param allow is called before it is drawn
 */
export async function receiptPdf(
  tenant: Tenant,
  language: string,
  receipt: Receipt,
  allow?: () => Promise<void>,
): Promise<ReceiptFile> {
  const reference = paymentReference(receipt.payment.id);
  const content = await makePaper(tenant, receiptPaper(tenant, language, receipt), allow);
  return { fileName: `${tenantText(tenant, language, 'receipt.heading')} ${reference}.pdf`, content };
}

/**
 * Queues the receipt of a payment of the payer.
 * @param recipient null: the account's address on file
 */
export async function mailReceipt(ctx: PayerContext, paymentId: number, recipient: string | null) {
  const { db, tenant, account, clock, language } = ctx;
  requireOrders(tenant.settings);
  await loadReceipt(db, tenant.id, paymentId, ctx);
  const address = recipient ?? (await findAccountEmail(db, tenant.id, account.id));
  if (address === '') throw new CallError('NO_ACCOUNT_EMAIL');
  const now = clock.now();
  await limitRate(db, tenant.id, { limit: mailLimit, who: String(paymentId) }, now);
  await db.transaction().execute(async (trx) => {
    if (!(await keepAccount(trx, tenant.id, account.id))) throw notFound();
    await queueMail(trx, tenant, { kind: 'receipt', recipient: address, language, paymentId }, now);
  });
  return { emailQueued: true as const, maskedEmail: maskEmail(address) };
}

/**
 * Queues the receipt of an order's last payment. It goes to the account's address on file alone, because everybody with
 * the order's link may request it.
 */
export async function mailReceiptOfOrder(ctx: Context, account: SessionAccount, orderId: number) {
  const paymentId = await findNewestReceipt(ctx.db, ctx.tenant.id, orderId);
  if (paymentId === undefined) throw new CallError('RECEIPT_NOT_READY');
  return mailReceipt({ ...ctx, account, orderKey: null }, paymentId, null);
}

/** Shows the receipt of the last payment of an order that is on its way to the address on file, or was sent. */
export async function showReceiptMailOfOrder(ctx: Context, account: SessionAccount, orderId: number) {
  const id = await findNewestReceipt(ctx.db, ctx.tenant.id, orderId);
  return id === undefined ? null : showReceiptMail(ctx, { id, account_id: account.id });
}
