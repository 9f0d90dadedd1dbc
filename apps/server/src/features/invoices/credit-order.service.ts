import { minorToDecimal } from '@quayside/contract/shared/money.ts';
import { OneLine } from '@quayside/contract/shared/one-line.ts';
import { randomUUID } from 'node:crypto';
import type { TenantDb } from '../../db/client.ts';
import { takeNumbers } from '../../db/sql/numbers.ts';
import type { Tenant } from '../../http/context.ts';
import { enqueueJob } from '../../jobs/enqueue.ts';
import { tenantText } from '../../lib/texts/texts.ts';
import { insertCreditNote, orderName, raiseCredited, recordOrderEvents } from '../orders/orders.exports.ts';
import {
  freeFromOrder,
  type LockedOrder,
  lockOrderWithPayments,
  recordPaymentEvents,
} from '../payments/payments.exports.ts';
import { decimalPlacesOf, siteDay } from '../tenant/tenant.exports.ts';
import { creditByRate, creditLine } from './credit-lines.rules.ts';
import {
  type CreditNote,
  findCreditByReference,
  findInvoice,
  isNumberTaken,
  linesOfInvoice,
  lockSeries,
} from './invoices.queries.ts';
import { nextNumber } from './issue-invoices.service.ts';
import { languageOf } from './invoices.service.ts';

/** A credit that the office gives. */
export interface Credit {
  /** The marina's own reference of the credit note. */
  reference: string;
  orderId: number;
  /** In minor units; null: all that is not credited yet. */
  amountMinor: number | null;
  /** Shown on the credit note; empty: a general text. */
  reason: string;
  /** The credit note's number; null: the next one of the marina's series. */
  number: string | null;
}

/** Why nothing is credited. */
interface Refusal {
  refusal: string;
  /** The field that is wrong; empty: the order as it is. */
  field: '' | 'reference' | 'amount' | 'reason' | 'number';
  /** True if the field is wrong by itself, whatever is stored. */
  isWrongAlone?: true;
}

export type Credited = { note: CreditNote; isNew: boolean; freedMinor: number; refusal: null } | Refusal;

/**
 * Credits an order, or a part of it, by a credit note of the marina's series. It takes off first what is still owed;
 * what was paid beyond becomes available on its payments. The order keeps its amount and its invoice. A repeated call
 * changes nothing. It is refused while money of the order may be moving in the portal.
 * @throws PaymentCameMeanwhile, then nothing is stored: call it again
 */
export async function creditOrder(trx: TenantDb, tenant: Tenant, credit: Credit, now: Date): Promise<Credited> {
  // Before the order, as the job that issues invoices locks them.
  await lockSeries(trx, tenant.id);
  const earlierCredit = await findCreditByReference(trx, tenant.id, credit.reference);
  if (earlierCredit) return repeated(credit, earlierCredit);
  const unreadable = refuseTexts(credit);
  if (unreadable) return unreadable;
  const { order, live } = await lockOrderWithPayments(trx, tenant.id, credit.orderId);
  const openMinor = order.gross_minor - order.credited_minor;
  const amountMinor = credit.amountMinor ?? openMinor;
  const refusal = refusalOf(tenant, order, live, amountMinor) ?? (await refuseNumber(trx, tenant, credit));
  if (refusal) return refusal;
  const paidOffMinor = Math.min(amountMinor, order.gross_minor - order.allocated_minor);
  const freedMinor = amountMinor - paidOffMinor;
  const freed = freedMinor > 0 ? await freeFromOrder(trx, tenant.id, order.id, freedMinor, now) : [];
  await raiseCredited(trx, tenant.id, order.id, { creditedMinor: amountMinor, allocatedMinor: paidOffMinor });
  const note = await store(trx, tenant, { credit, order, amountMinor, now });
  await recordPaymentEvents(trx, tenant, { type: 'payment.changed', ids: freed }, now);
  await recordOrderEvents(trx, tenant, now);
  return { note, isNew: true, freedMinor, refusal: null };
}

function repeated({ orderId, amountMinor, reference }: Credit, earlierCredit: CreditNote): Credited {
  const isSame =
    earlierCredit.credits_order_id === orderId && (amountMinor === null || earlierCredit.gross_minor === -amountMinor);
  if (isSame) return { note: earlierCredit, isNew: false, freedMinor: 0, refusal: null };
  const name = orderName({ id: earlierCredit.id, reference });
  return { field: 'reference', refusal: `that is the reference of order ${name}, which is not this credit note.` };
}

function refuseTexts({ reference, reason, number }: Credit): Refusal | null {
  const texts = [['reference', reference] as const, ['reason', reason] as const, ['number', number ?? ''] as const];
  for (const [field, value] of texts) {
    const { error } = OneLine.safeParse(value);
    if (error) return { field, refusal: `its ${field} ${error.issues[0]?.message}.`, isWrongAlone: true };
  }
  return null;
}

function refusalOf(tenant: Tenant, order: LockedOrder, live: string | null, amountMinor: number): Refusal | null {
  const { gross_minor, credited_minor, cancelled_at, currency } = order;
  const name = orderName(order);
  const refuse = (is: string, field: Refusal['field'] = '') => ({ field, refusal: `order ${name} ${is}` });
  if (live !== null) return refuse(`is being paid in the portal (${live}). Try again when that payment has ended.`);
  if (cancelled_at !== null) return refuse('is cancelled.');
  if (gross_minor < 0) return refuse('is a credit itself.');
  if (gross_minor === 0) return refuse('costs nothing.');
  if (credited_minor >= gross_minor) return refuse('is credited already.');
  const left = gross_minor - credited_minor;
  if (amountMinor <= left) return null;
  const places = decimalPlacesOf(currency, tenant.settings.culture);
  return refuse(`has ${minorToDecimal(left, places)} ${currency} left to credit.`, 'amount');
}

async function refuseNumber(trx: TenantDb, tenant: Tenant, { number }: Credit): Promise<Refusal | null> {
  const refuse = (refusal: string): Refusal => ({ field: 'number', refusal });
  if (number !== null)
    return (await isNumberTaken(trx, tenant.id, number)) ? refuse(`the number ${number} is of another invoice.`) : null;
  if (tenant.settings.invoices.automaticFrom !== null) return null;
  return refuse('the marina has no series of its own (invoices.automaticFrom). Give the credit note a number.');
}

async function store(
  trx: TenantDb,
  tenant: Tenant,
  { credit, order, amountMinor, now }: { credit: Credit; order: LockedOrder; amountMinor: number; now: Date },
): Promise<CreditNote> {
  const invoice = await findInvoice(trx, tenant.id, { id: order.id });
  if (!invoice) throw new Error(`order ${order.id} is not there`);
  const lines = await linesOfInvoice(trx, tenant.id, order.id);
  const language = languageOf(tenant, { invoice, lines });
  const general = tenantText(tenant, language, 'invoice.creditOf', { number: order.invoice_number ?? order.id });
  const rates = creditByRate(lines, order.credited_minor, amountMinor);
  const today = siteDay(now, order.time_zone);
  const id = await takeNumbers(trx, tenant.id, 'order');
  const note = {
    id,
    guid: randomUUID(),
    reference: credit.reference,
    account_id: order.account_id,
    site_id: order.site_id,
    order_type: order.order_type,
    description: credit.reason || general,
    boat_name: order.boat_name,
    created_at: now,
    tax_point_date: today,
    currency: order.currency,
    gross_minor: -amountMinor,
    invoice_number: credit.number ?? (await nextNumber(trx, tenant)),
    invoiced_on: today,
    credits_order_id: order.id,
  };
  await insertCreditNote(
    trx,
    tenant.id,
    note,
    rates.map((rate) => creditLine(note.description, rate)),
  );
  await enqueueJob(trx, 'store-invoice', { tenantId: tenant.id, orderId: id });
  return note;
}
