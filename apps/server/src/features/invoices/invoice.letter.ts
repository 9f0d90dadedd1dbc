import { formatDay, formatMinor } from '../../lib/texts/formats.ts';
import type { Tenant } from '../../http/context.ts';
import { tenantText } from '../../lib/texts/texts.ts';
import { titledFullName } from '../account/account.exports.ts';
import {
  type Fact,
  type Letter,
  linesTable,
  quantityText,
  type Sender,
  siteSender,
} from '../letters/letters.exports.ts';
import { countriesIn, decimalPlacesOf } from '../tenant/tenant.exports.ts';
import type { InvoiceLineRow, InvoiceRow } from './invoices.queries.ts';

/** An order with its lines, as its invoice shows it. */
export interface WholeInvoice {
  invoice: InvoiceRow;
  lines: readonly InvoiceLineRow[];
}

/** The kind of the paper. An order has no invoice before it has a number (decision P2.45). */
export type InvoiceKind = 'invoice' | 'creditNote' | 'proForma';

export function kindOf({ invoice_number, gross_minor }: InvoiceRow): InvoiceKind {
  if (invoice_number === null) return 'proForma';
  return gross_minor < 0 ? 'creditNote' : 'invoice';
}

/** Writes an invoice as a letter, in one language. */
export function invoiceLetter(tenant: Tenant, language: string, { invoice, lines }: WholeInvoice): Letter {
  const places = decimalPlacesOf(invoice.currency, tenant.settings.culture);
  const amount = (minor: number) => formatMinor(minor, invoice.currency, places, language);
  const text = textOf(tenant, language);
  const kind = kindOf(invoice);
  const number = numberOf(invoice);
  const total = amount(invoice.gross_minor);
  return {
    subject: text(`subject.${kind}`, { number }),
    heading: text(`heading.${kind}`, { number }),
    lead: text(`lead.${kind}`, { amount: total, name: titledFullName(invoice) }),
    notice: noticeOf(invoice, text),
    figure: { label: text('total'), value: total },
    facts: [...facts(tenant, language, invoice), ...taxFacts(tenant, language, lines, amount)],
    table: linesTable(
      text,
      lines.map((line) => ({
        number: quantityText(line.quantity, language, line.unit),
        description: descriptionOf(tenant, language, line, amount(line.gross_unit_minor)),
        boat: line.boat_name ?? '',
        amount: amount(line.gross_minor),
      })),
      total,
    ),
    next: [
      invoice.credits === null ? text(`next.${kind}`) : text('next.creditApplied', { number: invoice.credits }),
      ...(kind === 'creditNote' ? [] : termsOf(tenant, language)),
    ],
    action: null,
  };
}

/** Returns the paper's number: the invoice's, or the order's if there is none yet. */
export const numberOf = ({ invoice_number, id }: InvoiceRow): string => invoice_number ?? String(id);

type Text = (key: string, values?: Record<string, string | number>) => string;

/** Returns the texts of an invoice, with the marina's name in them. */
export const textOf =
  (tenant: Tenant, language: string): Text =>
  (key, values = {}) =>
    tenantText(tenant, language, `invoice.${key}`, { marina: tenant.name, ...values });

function noticeOf({ invoice_number, cancelled_at }: InvoiceRow, text: Text): string | null {
  if (cancelled_at !== null) return text('notice.cancelled');
  return invoice_number === null ? text('notice.proForma') : null;
}

function facts(tenant: Tenant, language: string, invoice: InvoiceRow): Fact[] {
  const text = textOf(tenant, language);
  const day = (value: string | null) => (value === null ? '' : formatDay(value, language));
  const all: Fact[] = [
    { label: text('issuedOn'), value: day(invoice.invoiced_on) },
    { label: text('taxPoint'), value: day(invoice.tax_point_date) },
    // An order is due on its tax point.
    { label: text('dueOn'), value: kindOf(invoice) === 'invoice' ? day(invoice.tax_point_date) : '' },
    { label: text('billedTo'), value: billedTo(invoice, language) },
    { label: text('order'), value: String(invoice.id) },
    { label: text('credits'), value: invoice.credits ?? '' },
  ];
  return all.filter(({ value }) => value !== '');
}

/** Returns the marina's own terms and ways to pay, in the reader's language or the marina's. */
function termsOf({ settings: { invoices, culture } }: Tenant, language: string): string[] {
  return [invoices.terms, invoices.howToPay]
    .map((texts) => texts[language] ?? texts[culture.defaultLanguage] ?? '')
    .filter((each) => each !== '');
}

/** Countries where the postcode stands behind the town. */
const postcodeLast: ReadonlySet<string> = new Set(['GB', 'IE', 'US', 'CA', 'AU', 'NZ', 'IN', 'ZA']);

/** Returns name and address in one line, which the paper breaks where it must. */
function billedTo(invoice: InvoiceRow, language: string): string {
  const { address1, address2, town, county, postcode, country_code: code } = invoice;
  const country = countriesIn(language).find(({ alpha2 }) => alpha2 === code)?.name ?? '';
  const place = postcodeLast.has(code)
    ? [town, county, postcode]
    : [[postcode, town].filter(Boolean).join(' '), county];
  return [titledFullName(invoice), address1, address2, ...place, country].filter(Boolean).join(', ');
}

/** Returns the tax facts: the net amount, the tax at each rate, and the marina's tax number (decision X5). */
function taxFacts(
  tenant: Tenant,
  language: string,
  lines: readonly InvoiceLineRow[],
  amount: (minor: number) => string,
): Fact[] {
  const text = textOf(tenant, language);
  const { taxLabel, taxNumber } = tenant.settings;
  const tax = taxLabel || text('tax');
  const byRate = Map.groupBy(lines, ({ vat_percent }) => (vat_percent === null ? null : Number(vat_percent)));
  const rates = [...byRate].map(([rate, some]) => ({
    label:
      rate === null
        ? text('taxAmount', { tax })
        : text('taxAtRate', { tax, rate: percent(rate, language), net: amount(sumOf(some, 'net_minor')) }),
    value: amount(sumOf(some, 'vat_minor')),
  }));
  return [
    { label: text('net'), value: amount(sumOf(lines, 'net_minor')) },
    ...rates,
    ...(taxNumber === '' ? [] : [{ label: text('taxNumber', { tax }), value: taxNumber }]),
  ];
}

const percent = (rate: number, language: string) =>
  (rate / 100).toLocaleString(language, { style: 'percent', maximumFractionDigits: 2 });

const sumOf = (lines: readonly InvoiceLineRow[], part: 'net_minor' | 'vat_minor') =>
  lines.reduce((sum, line) => sum + line[part], 0);

/** Describes a line: the goods, the place, the period, and the price of one. */
function descriptionOf(tenant: Tenant, language: string, line: InvoiceLineRow, price: string): string {
  const days = [line.start_date, line.departure_date].filter((day) => day !== null);
  const period = days.map((day) => formatDay(day, language)).join(' – ');
  const name = [line.name, line.location, period].filter(Boolean).join(', ');
  const text = textOf(tenant, language);
  return line.unit === null ? text('line', { name, price }) : text('lineByUnit', { name, price, unit: line.unit });
}

/** Returns the sender: the marina and the site that answers for an order. */
export function invoiceSender(tenant: Tenant, language: string, { invoice }: WholeInvoice): Sender {
  return siteSender(tenant, language, invoice, textOf(tenant, language)('reason'));
}
