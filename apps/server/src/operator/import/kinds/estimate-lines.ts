import { sql } from 'kysely';
import type { TenantDb } from '../../../db/client.ts';
import { findBrokenLinks } from '../checks.ts';
import { decimal, optional, reference, required, text, wholeNumber } from '../fields.ts';
import { orNull, storeRows } from '../store.ts';
import { length } from './boats.ts';
import { type Kind, waitingAs } from './kind.ts';
import { percent, priced } from './order-lines.ts';
import { amount } from './orders.ts';

/** The lines of an estimate. A file has all lines of each estimate that it names. */
export const estimateLines: Kind = {
  name: 'estimate-lines',
  fields: (tenant) => ({
    estimate: required(reference),
    position: optional(wholeNumber),
    tariff: required(text(200)),
    quantity: required(decimal({ digits: 9, places: 3, example: '11.35' })),
    unit_price: required(amount(tenant)),
    vat_percent: required(percent),
    boat: optional(text(100)),
    boat_length: optional(length),
  }),
  waiting: {
    ...waitingAs('text', ['estimate', 'position', 'tariff', 'quantity', 'boat', 'boat_length']),
    ...waitingAs('bigint', ['gross_unit_minor', 'gross_minor', 'net_minor', 'vat_minor']),
  },
  key: ['estimate', 'position'],
  read: priced,
  check: (trx, { id: tenantId }) =>
    findBrokenLinks(trx, 'estimate-lines', { column: 'estimate', to: 'estimates', noun: 'estimate' }, tenantId),
  store: async (trx, { id: tenantId }) => {
    const removed = await removeLines(trx, tenantId);
    const counts = await storeRows(trx, tenantId, {
      table: 'estimate_lines',
      rows: sql`
        select s.source_line, e.id as estimate_id, ${place} as line, s.tariff as tariff_name,
          s.quantity::numeric(12, 3) as quantity, s.gross_unit_minor, s.gross_minor, s.net_minor, s.vat_minor,
          ${orNull('boat')} as boat_name, ${orNull('boat_length')}::numeric(6, 2) as boat_length
        from import_estimate_lines s
        join estimates e on e.tenant_id = ${tenantId} and e.reference = s.estimate
        where s.tenant_id = ${tenantId}`,
      key: ['estimate_id', 'line'],
      columns: [
        ...['tariff_name', 'quantity', 'gross_unit_minor', 'gross_minor', 'net_minor', 'vat_minor'],
        ...['boat_name', 'boat_length'],
      ],
    });
    return { ...counts, removed };
  },
};

/** Orders lines by their positions if they have any, else as in the file. */
const place = sql`(row_number() over (partition by s.estimate order by s.position::int nulls last, s.source_line))::int`;

async function removeLines(trx: TenantDb, tenantId: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from estimate_lines t
    using (
      select e.id as estimate_id, count(*) as lines
      from import_estimate_lines s join estimates e on e.tenant_id = ${tenantId} and e.reference = s.estimate
      where s.tenant_id = ${tenantId} group by e.id
    ) as kept
    where t.tenant_id = ${tenantId} and t.estimate_id = kept.estimate_id and t.line > kept.lines`.execute(trx);
  return Number(numAffectedRows ?? 0);
}
