import type { AgreementSummary } from '@quayside/contract/agreements/agreements.ts';
import type { AgreementRow } from './agreements.queries.ts';

/**
 * Presents an agreement in a list.
 * @param showsOrders a portal without pages of orders mentions none (decision P1.3)
 */
export function presentAgreement(row: AgreementRow, showsOrders: boolean): AgreementSummary {
  return {
    guid: row.guid,
    type: row.type,
    startDate: row.start_date,
    endDate: row.end_date,
    isSigned: row.signed_at !== null,
    signatureRequired: row.signature_required,
    createdOn: row.created_at.toISOString(),
    captureTime: row.signed_at?.toISOString() ?? null,
    associations: showsOrders ? row.order_ids.map((id) => ({ id })) : [],
  };
}
