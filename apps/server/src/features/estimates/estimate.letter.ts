import { hasFeature } from '@quayside/contract/tenant/tenant.ts';
import { formatDay, formatInstant, formatMinor, formatMinute } from '../../lib/texts/formats.ts';
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
import { decimalPlacesOf } from '../tenant/tenant.exports.ts';
import type { EstimateLineRow, EstimateWithSiteRow } from './estimates.queries.ts';

/** An estimate with its lines. */
export interface WholeEstimate {
  estimate: EstimateWithSiteRow;
  lines: readonly EstimateLineRow[];
}

/** Writes an estimate as a letter, in one language. */
export function estimateLetter(tenant: Tenant, language: string, { estimate, lines }: WholeEstimate): Letter {
  const places = decimalPlacesOf(estimate.currency, tenant.settings.culture);
  const amount = (minor: number) => formatMinor(minor, estimate.currency, places, language);
  const text = textOf(tenant, language);
  const number = estimate.id;
  const total = amount(estimate.gross_minor);
  return {
    subject: text('subject', { number }),
    heading: text('heading', { number }),
    lead: text('lead', { amount: total, name: titledFullName(estimate) }),
    notice: estimate.status === 'Active' ? null : text(`notice.${estimate.status}`),
    figure: { label: text('total'), value: total },
    facts: facts(tenant, language, estimate, amount),
    table: linesTable(
      text,
      lines.map((line) => ({
        number: quantityText(line.quantity, language),
        description: text('line', { tariff: line.tariff_name, price: amount(line.gross_unit_minor) }),
        boat: boatOf(tenant, language, line),
        amount: amount(line.gross_minor),
      })),
      total,
    ),
    next: [text(nextStep(tenant, estimate))],
    action: null,
  };
}

/** Names the text of the next step. Once an estimate has ended, nobody accepts it, and its order may be due. */
function nextStep({ settings }: Tenant, { status }: EstimateWithSiteRow) {
  if (status !== 'Active') return 'nextEnded';
  const takesAnswers = hasFeature(settings, 'accept-estimates') && settings.agreementsEnabled;
  return takesAnswers ? 'nextOnline' : 'next';
}

const textOf =
  (tenant: Tenant, language: string) =>
  (key: string, values = {}) =>
    tenantText(tenant, language, `estimate.${key}`, { marina: tenant.name, ...values });

function facts(
  tenant: Tenant,
  language: string,
  estimate: EstimateWithSiteRow,
  amount: (minor: number) => string,
): Fact[] {
  const text = textOf(tenant, language);
  const day = (value: string | null) => (value === null ? '' : formatDay(value, language));
  const { taxLabel, taxNumber } = tenant.settings;
  const tax = taxLabel || text('tax');
  const all: Fact[] = [
    { label: text('createdOn'), value: formatInstant(estimate.created_at, language, estimate.time_zone).slice(0, -9) },
    { label: text('validUntil'), value: expiryOf(estimate, language) },
    { label: text('startDate'), value: day(estimate.start_date) },
    { label: text('departureDate'), value: day(estimate.departure_date) },
    { label: text('reference'), value: estimate.reference ?? '' },
    { label: text('net'), value: amount(estimate.net_minor) },
    { label: text('taxAmount', { tax }), value: amount(estimate.vat_minor) },
    { label: text('taxNumber', { tax }), value: taxNumber },
  ];
  return all.filter(({ value }) => value !== '');
}

/**
 * Returns the expiry: a day if it is valid until the day's end, else a time to the minute; empty if it never expires.
 */
function expiryOf({ expires_on, expires_at, time_zone }: EstimateWithSiteRow, language: string): string {
  if (expires_on !== null) return formatDay(expires_on, language);
  return expires_at === null ? '' : formatMinute(expires_at, language, time_zone);
}

function boatOf(tenant: Tenant, language: string, { boat_name, boat_length }: EstimateLineRow): string {
  if (boat_length === null) return boat_name ?? '';
  const unit = tenant.settings.culture.measurementSystem === 'Imperial' ? 'ft' : 'm';
  const decimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return [boat_name, `${Number(boat_length).toLocaleString(language, decimals)} ${unit}`].filter(Boolean).join(', ');
}

/** Returns the sender: the marina and the site that answers for an estimate. */
export function estimateSender(tenant: Tenant, language: string, { estimate }: WholeEstimate): Sender {
  return siteSender(tenant, language, estimate, textOf(tenant, language)('reason'));
}
