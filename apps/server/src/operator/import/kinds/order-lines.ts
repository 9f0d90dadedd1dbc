import { decimalToMinor } from '@quayside/contract/money.ts';
import { sql } from 'kysely';
import type { TenantDb } from '../../../db/client.ts';
import { priceLine } from '../../../features/orders/orders.face.ts';
import { findBrokenLinks } from '../checks.ts';
import { day, decimal, optional, reference, required, text, wholeNumber } from '../fields.ts';
import { orNull, storeRows } from '../store.ts';
import { type ImportTenant, type Kind, type TellProblem, waitingAs } from './kind.ts';
import { amount } from './orders.ts';

/** The lines of an order. A file has all lines of each order that it names. */
export const orderLines: Kind = {
  name: 'order-lines',
  fields: (tenant) => ({
    order: required(reference),
    position: optional(wholeNumber),
    name: required(text(200)),
    quantity: required(decimal({ digits: 9, places: 3, example: '11.35' })),
    unit_price: required(amount(tenant)),
    vat_percent: required(percent),
    starts_on: optional(day),
    ends_on: optional(day),
    location: optional(text(100)),
    boat: optional(text(100)),
  }),
  waiting: {
    ...waitingAs('text', ['order', 'position', 'name', 'quantity', 'starts_on', 'ends_on', 'location', 'boat']),
    ...waitingAs('bigint', ['gross_unit_minor', 'gross_minor', 'net_minor', 'vat_minor']),
    ...waitingAs('numeric(4, 2)', ['vat_percent']),
  },
  key: ['order', 'position'],
  read: (values, tenant, tell) => ({ ...priced(values, tenant, tell), vat_percent: Number(values.vat_percent) }),
  check: (trx, { id: tenantId }) =>
    findBrokenLinks(trx, 'order-lines', { column: 'order', to: 'orders', noun: 'order' }, tenantId),
  store: async (trx, { id: tenantId }) => {
    const removed = await removeLines(trx, tenantId);
    const counts = await storeRows(trx, tenantId, {
      table: 'order_lines',
      rows: sql`
        select s.source_line, o.id as order_id, ${place} as line, s.name, s.quantity::numeric(12, 3) as quantity,
          s.gross_unit_minor, s.gross_minor, s.net_minor, s.vat_minor, s.vat_percent, ${orNull('starts_on')}::date as start_date,
          ${orNull('ends_on')}::date as departure_date, ${orNull('location')} as location,
          ${orNull('boat')} as boat_name
        from import_order_lines s
        join orders o on o.tenant_id = ${tenantId} and o.reference = s."order"
        where s.tenant_id = ${tenantId}`,
      key: ['order_id', 'line'],
      columns: [
        ...['name', 'quantity', 'gross_unit_minor', 'gross_minor', 'net_minor', 'vat_minor'],
        ...['vat_percent', 'start_date', 'departure_date', 'location', 'boat_name'],
      ],
    });
    return { ...counts, removed };
  },
};

export const percent = decimal({ digits: 2, places: 2, example: '20' }).refine((value) => !value.startsWith('-'), {
  error: 'is below zero',
});

/** Orders lines by their positions if they have any, else as in the file. */
const place = sql`(row_number() over (partition by s."order" order by s.position::int nulls last, s.source_line))::int`;

/** Prices a line. The server prices here as it does everywhere. */
export function priced(values: Readonly<Record<string, string>>, { settings }: ImportTenant, tell: TellProblem) {
  const { unit_price: price = '', vat_percent: vat = '', ...rest } = values;
  const grossUnitMinor = decimalToMinor(price, settings.culture.currencyDecimalPlaces) ?? 0;
  const line = { name: '', quantity: values.quantity ?? '', grossUnitMinor, vatPercent: Number(vat) };
  try {
    const { grossMinor, netMinor, vatMinor } = priceLine(line);
    return {
      ...rest,
      position: values.position === '' ? null : values.position,
      gross_unit_minor: grossUnitMinor,
      gross_minor: grossMinor,
      net_minor: netMinor,
      vat_minor: vatMinor,
    };
  } catch {
    tell('unit_price', 'and quantity make an amount beyond all money');
    return {};
  }
}

async function removeLines(trx: TenantDb, tenantId: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from order_lines t
    using (
      select o.id as order_id, count(*) as lines
      from import_order_lines s join orders o on o.tenant_id = ${tenantId} and o.reference = s."order"
      where s.tenant_id = ${tenantId} group by o.id
    ) as kept
    where t.tenant_id = ${tenantId} and t.order_id = kept.order_id and t.line > kept.lines`.execute(trx);
  return Number(numAffectedRows ?? 0);
}
