import type { Tenant } from '../../http/context.ts';
import { formatDay, formatInstant, formatMinor } from '../../lib/texts/formats.ts';
import { tenantText } from '../../lib/texts/texts.ts';
import { titledFullName } from '../account/account.exports.ts';
import { type AmountRow, type Fact, type Letter, type Sender, siteSender } from '../letters/letters.exports.ts';
import { paymentReference } from '../payments/payments.exports.ts';
import { decimalPlacesOf, siteDay } from '../tenant/tenant.exports.ts';
import type { ReceiptOrderRow, ReceiptRow } from './receipts.queries.ts';

/** A payment that is allocated, with its orders. */
export interface Receipt {
  payment: ReceiptRow;
  orders: readonly ReceiptOrderRow[];
}

/** Writes a receipt as a letter, in one language. */
export function receiptLetter(tenant: Tenant, language: string, { payment, orders }: Receipt): Letter {
  const places = decimalPlacesOf(payment.currency, tenant.settings.culture);
  const amount = (minor: number) => formatMinor(minor, payment.currency, places, language);
  const text = (key: string, values = {}) =>
    tenantText(tenant, language, `receipt.${key}`, { marina: tenant.name, ...values });
  const paid = amount(payment.amount_minor);
  const availableMinor = payment.amount_minor - payment.allocated_minor;
  return {
    subject: text('subject', { reference: paymentReference(payment.id) }),
    heading: text('heading'),
    lead: text('lead', { amount: paid }),
    notice: payment.is_test ? text('test') : null,
    figure: { label: text('amountPaid'), value: paid },
    facts: [...facts(tenant, language, payment), ...taxFacts(tenant, language, orders, amount)],
    table: {
      caption: text('orders'),
      headings: { number: text('order'), description: text('description'), boat: text('boat'), amount: text('amount') },
      rows: [
        ...orders.map((order) => orderRow(order, amount)),
        ...(availableMinor > 0 ? [availableRow(text('available'), amount(availableMinor))] : []),
      ],
      total: { label: text('total'), amount: paid },
    },
    next: [text('keep'), ...(availableMinor > 0 ? [text('availableNext', { amount: amount(availableMinor) })] : [])],
    action: null,
  };
}

function facts(tenant: Tenant, language: string, payment: ReceiptRow): Fact[] {
  const text = (key: string, values = {}) => tenantText(tenant, language, `receipt.${key}`, values);
  const masked = payment.masked_card_number;
  const known: (Fact | null)[] = [
    { label: text('paidOn'), value: paidOn(payment, language) },
    { label: text('customer'), value: titledFullName(payment) },
    { label: text('reference'), value: paymentReference(payment.id) },
    payment.channel === 'None'
      ? null
      : { label: text('method'), value: tenantText(tenant, language, `payments.channels.${payment.channel}`) },
    masked === null
      ? null
      : { label: text('card'), value: masked, spoken: text('cardEnding', { digits: masked.slice(-4) }) },
  ];
  return known.filter((fact) => fact !== null && fact.value !== '') as Fact[];
}

/** Returns the tax in the paid part of the orders, and the marina's tax number. Nothing if the orders bear no tax. */
function taxFacts(
  tenant: Tenant,
  language: string,
  orders: readonly ReceiptOrderRow[],
  amount: (minor: number) => string,
): Fact[] {
  const text = (key: string, values = {}) => tenantText(tenant, language, `receipt.${key}`, values);
  const { taxLabel, taxNumber } = tenant.settings;
  const tax = taxLabel || text('tax');
  const taxMinor = orders.reduce((sum, order) => sum + taxOf(order), 0);
  if (taxMinor === 0) return [];
  return [
    { label: text('taxIncluded', { tax }), value: amount(taxMinor) },
    ...(taxNumber === '' ? [] : [{ label: text('taxNumber', { tax }), value: taxNumber }]),
  ];
}

/** Returns the tax in the part of an order that was paid, in the proportion of the whole order. */
function taxOf({ amount_minor, gross_minor, vat_minor }: ReceiptOrderRow): number {
  return gross_minor === 0 ? 0 : Math.round((amount_minor * Number(vat_minor)) / gross_minor);
}

/** Returns the time of a payment; of one that the office took, the day. */
function paidOn(payment: ReceiptRow, language: string): string {
  const { channel, time_zone: timeZone } = payment;
  return channel === 'None'
    ? formatDay(siteDay(paidAt(payment), timeZone), language)
    : formatInstant(paidAt(payment), language, timeZone);
}

const orderRow = (order: ReceiptOrderRow, amount: (minor: number) => string): AmountRow => ({
  number: String(order.order_id),
  description: order.description,
  boat: order.boat_name ?? '',
  amount: amount(order.amount_minor),
});

const availableRow = (description: string, amount: string): AmountRow => ({
  number: '',
  description,
  boat: '',
  amount,
});

/** Returns the time at which the provider took the money. */
export function paidAt({ transaction_at, created_at }: ReceiptRow): Date {
  return transaction_at ?? created_at;
}

/** Returns the sender: the marina and the site that answers for a payment. */
export function receiptSender(tenant: Tenant, language: string, { payment }: Receipt): Sender {
  return siteSender(tenant, language, payment, tenantText(tenant, language, 'receipt.reason', { marina: tenant.name }));
}
