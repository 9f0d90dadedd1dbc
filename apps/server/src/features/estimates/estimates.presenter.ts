import type { Estimate, EstimateSummary } from '@quayside/contract/orders/estimates.ts';
import { minorToMajor } from '@quayside/contract/shared/money.ts';
import { showsOrders } from '@quayside/contract/tenant/tenant.ts';
import type { TenantSettings } from '../../lib/settings/tenant-settings.ts';
import { decimalPlacesOf } from '../tenant/tenant.exports.ts';
import type { EstimateAnswerRow } from './estimate-answers.queries.ts';
import type { EstimateLineRow, EstimateRow, ListedEstimateRow } from './estimates.queries.ts';

/** The first item of an estimate, which describes it. */
type FirstLine = Pick<ListedEstimateRow, 'tariff_name' | 'boat_name'>;

/** Presents an estimate as the list shows it. */
export function presentEstimateSummary(
  row: EstimateRow,
  first: FirstLine | undefined,
  settings: TenantSettings,
): EstimateSummary {
  return {
    id: row.id,
    description: first?.tariff_name ?? '',
    boatName: first?.boat_name ?? null,
    createdOn: row.created_at.toISOString(),
    expiryDate: row.expires_on ?? row.expires_at?.toISOString() ?? null,
    startDate: row.start_date,
    departureDate: row.departure_date,
    ref: row.reference ?? '',
    status: row.status,
    grossCost: minorToMajor(row.gross_minor, decimalPlacesOf(row.currency, settings.culture)),
    isoCurrencyCode: row.currency,
    convertedOrderId: showsOrders(settings) ? row.converted_order_id : null,
  };
}

/** Presents an estimate as its page shows it. */
export function presentEstimate(
  row: EstimateRow,
  lines: readonly EstimateLineRow[],
  answer: EstimateAnswerRow | null,
  settings: TenantSettings,
): Estimate {
  const places = decimalPlacesOf(row.currency, settings.culture);
  const amounts = (of: { net_minor: number; vat_minor: number; gross_minor: number }) => ({
    netCost: minorToMajor(of.net_minor, places),
    vatAmount: minorToMajor(of.vat_minor, places),
    grossCost: minorToMajor(of.gross_minor, places),
  });
  return {
    ...presentEstimateSummary(row, lines[0], settings),
    ...amounts(row),
    answer: answer?.signed_at
      ? { answer: answer.answer, signedOn: answer.signed_at.toISOString(), agreementGuid: answer.guid }
      : null,
    estimateDetails: lines.map((line) => ({
      tariffName: line.tariff_name,
      grossUnitCost: minorToMajor(line.gross_unit_minor, places),
      calculatedQuantity: Number(line.quantity),
      ...amounts(line),
      boatName: line.boat_name,
      boatLength: line.boat_length === null ? null : Number(line.boat_length),
    })),
  };
}
