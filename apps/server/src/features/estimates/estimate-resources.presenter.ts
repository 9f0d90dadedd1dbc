import type { EstimateResource } from '@quayside/contract/integration/estimates.ts';
import { minorToMajor } from '@quayside/contract/shared/money.ts';
import type { z } from 'zod';
import type { Tenant } from '../../http/context.ts';
import { decimalPlacesOf } from '../tenant/tenant.exports.ts';
import type { EstimateResourceRow } from './estimate-resources.queries.ts';

/** Presents an estimate to the marina's programs. */
export function presentEstimateResource(
  row: EstimateResourceRow,
  { settings }: Pick<Tenant, 'settings'>,
): z.input<typeof EstimateResource> {
  const amount = (minor: number) => minorToMajor(minor, decimalPlacesOf(row.currency, settings.culture));
  return {
    reference: row.reference,
    number: row.id,
    account: row.account,
    site: row.site_id,
    createdOn: row.created_on,
    expiresOn: row.expires,
    startsOn: row.start_date,
    departsOn: row.departure_date,
    order: row.order,
    answer: row.answer,
    currency: row.currency,
    total: amount(row.gross_minor),
    lines: row.lines.map((line) => ({
      tariff: line.tariff,
      quantity: line.quantity,
      unitPrice: amount(line.unit_minor),
      total: amount(line.total_minor),
      tax: amount(line.vat_minor),
      boat: line.boat,
      boatLength: line.boat_length,
    })),
    updatedAt: row.updated_at.toISOString(),
  };
}
