import type { TenantDb } from '../../db/client.ts';
import { insertRows } from '../../db/sql/insert-rows.ts';
import { takeNumbers } from '../../db/sql/numbers.ts';
import { type PricedLine, priceLine } from '../orders/orders.exports.ts';

/** One line of an estimate. */
export interface NewEstimateLine {
  tariffName: string;
  /** At most three decimals, such as `'11.35'` metres. */
  quantity: string;
  /** The price of one, tax included, in minor units. */
  grossUnitMinor: number;
  /** The rate on the net price. At most two decimals. */
  vatPercent: number;
  boatName: string | null;
  /** In the marina's unit, such as `'11.35'`. */
  boatLength: string | null;
}

export interface NewEstimate {
  accountId: number;
  siteId: number;
  reference: string | null;
  createdAt: Date;
  /** The last valid day, `YYYY-MM-DD`, or the instant at which it expires. Neither: it never does. */
  expiresOn: string | null;
  expiresAt: Date | null;
  startDate: string | null;
  departureDate: string | null;
  /** ISO 4217. */
  currency: string;
  convertedOrderId: number | null;
  lines: readonly NewEstimateLine[];
}

/**
 * Stores estimates with their lines, priced like orders.
 * @returns the estimates' numbers, in the given order
 */
export async function createEstimates(
  db: TenantDb,
  tenantId: number,
  estimates: readonly NewEstimate[],
): Promise<number[]> {
  if (estimates.length === 0) return [];
  const first = await takeNumbers(db, tenantId, 'estimate', estimates.length);
  const numbered = estimates.map((estimate, index) => ({
    id: first + index,
    estimate,
    lines: estimate.lines.map((line) => ({ line, price: priceLine(line) })),
  }));
  await insertRows(db, tenantId, 'estimates', numbered.map(estimateRow));
  await insertRows(db, tenantId, 'estimate_lines', numbered.flatMap(lineRows));
  return numbered.map(({ id }) => id);
}

interface Numbered {
  id: number;
  estimate: NewEstimate;
  lines: { line: NewEstimateLine; price: PricedLine }[];
}

function estimateRow({ id, estimate, lines }: Numbered) {
  const sum = (part: keyof PricedLine) => lines.reduce((total, { price }) => total + price[part], 0);
  return {
    id,
    account_id: estimate.accountId,
    site_id: estimate.siteId,
    reference: estimate.reference,
    created_at: estimate.createdAt,
    expires_on: estimate.expiresOn,
    expires_at: estimate.expiresAt,
    start_date: estimate.startDate,
    departure_date: estimate.departureDate,
    currency: estimate.currency,
    gross_minor: sum('grossMinor'),
    net_minor: sum('netMinor'),
    vat_minor: sum('vatMinor'),
    converted_order_id: estimate.convertedOrderId,
  };
}

function lineRows({ id, lines }: Numbered) {
  return lines.map(({ line, price }, index) => ({
    estimate_id: id,
    line: index + 1,
    tariff_name: line.tariffName,
    quantity: line.quantity,
    gross_unit_minor: line.grossUnitMinor,
    gross_minor: price.grossMinor,
    net_minor: price.netMinor,
    vat_minor: price.vatMinor,
    boat_name: line.boatName,
    boat_length: line.boatLength,
  }));
}
