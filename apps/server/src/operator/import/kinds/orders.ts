import { decimalToMinor } from '@quayside/contract/money.ts';
import { sql } from 'kysely';
import { findAllBrokenLinks } from '../checks.ts';
import { day, decimal, optional, reference, required, text, wholeNumber } from '../fields.ts';
import { given, orNull, storeRows } from '../store.ts';
import { type ImportTenant, type Kind, waitingAs } from './kind.ts';
import { findWrongOrders, lockChangingOrders, orderSums } from './order-checks.ts';
import { findWrongInvoices } from './invoice-checks.ts';
import { siteNumber } from './sites.ts';

/** An amount of the marina's currency, in major units. */
export const amount = ({ settings }: ImportTenant) =>
  decimal({ digits: 9, places: settings.culture.currencyDecimalPlaces, example: '1250.00' });

/** Returns a row with its total in minor units, to compare it with the sum of its lines. */
export const withTotal = ({ total = '', ...values }: Readonly<Record<string, string>>, { settings }: ImportTenant) => ({
  ...values,
  total_minor: total === '' ? null : decimalToMinor(total, settings.culture.currencyDecimalPlaces),
});

/** The orders of customers. Their totals come from their lines. */
export const orders: Kind = {
  name: 'orders',
  fields: (tenant) => ({
    reference: required(reference),
    account: required(reference),
    site: optional(wholeNumber),
    type: required(text(60)),
    boat: optional(text(100)),
    created_on: required(day),
    due_on: required(day),
    total: optional(amount(tenant)),
    cancelled_on: optional(day),
    agreement: optional(reference),
    invoice_number: optional(text(60)),
    invoiced_on: optional(day),
  }),
  waiting: {
    ...waitingAs('text', [
      ...['reference', 'account', 'site', 'type', 'boat', 'created_on', 'due_on', 'cancelled_on', 'agreement'],
      ...['invoice_number', 'invoiced_on'],
    ]),
    total_minor: 'bigint',
  },
  key: ['reference'],
  lookedUpBy: ['invoice_number'],
  read: withTotal,
  check: async (trx, tenant) => {
    const links = [
      { column: 'account', to: 'accounts', table: 'accounts', noun: 'account' },
      { column: 'site', to: 'sites', table: 'sites', by: siteNumber, noun: 'site' },
      { column: 'agreement', to: 'agreements', table: 'agreements', noun: 'agreement' },
    ] as const;
    const broken = await findAllBrokenLinks(trx, 'orders', links, tenant.id);
    await lockChangingOrders(trx, tenant.id);
    return [...broken, ...(await findWrongOrders(trx, tenant)), ...(await findWrongInvoices(trx, tenant.id))];
  },
  store: (trx, { id: tenantId, settings }) =>
    storeRows(trx, tenantId, {
      table: 'orders',
      rows: sql`
        with sums as (${orderSums(tenantId)})
        select s.source_line, t.id, s.reference, a.id as account_id, site.id as site_id, s.type as order_type,
          coalesce(sums.first_name, t.description) as description,
          nullif(${given('boat', 'boat_name', null)}, '') as boat_name,
          ${noonAt(sql`s.created_on::date`)} as created_at, s.due_on::date as tax_point_date,
          coalesce(sums.gross_minor, t.gross_minor) as gross_minor,
          case when s.cancelled_on is null then t.cancelled_at
            else ${noonAt(sql`${orNull('cancelled_on')}::date`)} end as cancelled_at,
          case when s.agreement is null then t.agreement_id else g.id end as agreement_id,
          coalesce(t.invoice_number, ${orNull('invoice_number')}) as invoice_number,
          coalesce(t.invoiced_on, case when ${orNull('invoice_number')} is not null
            then coalesce(${orNull('invoiced_on')}::date, s.created_on::date) end) as invoiced_on
        from import_orders s
        join accounts a on a.tenant_id = ${tenantId} and a.reference = s.account
        left join orders t on t.tenant_id = ${tenantId} and t.reference = s.reference
        left join agreements g on g.tenant_id = ${tenantId} and g.reference = ${orNull('agreement')}
        join sites site on site.tenant_id = ${tenantId}
          and site.id = coalesce(${orNull('site')}::int, t.site_id, a.site_id)
        left join sums on sums."order" = s.reference
        where s.tenant_id = ${tenantId}`,
      counter: 'order',
      key: ['id'],
      columns: [
        ...['reference', 'account_id', 'site_id', 'order_type', 'description', 'boat_name', 'created_at'],
        ...['tax_point_date', 'gross_minor', 'cancelled_at', 'agreement_id'],
        ...['invoice_number', 'invoiced_on'],
      ],
      inserted: { guid: sql`gen_random_uuid()`, currency: sql`${settings.culture.isoCurrencyCode}::char(3)` },
    }),
};

/** Returns noon of a day at the site, so that nearly every time zone shows the same day. */
export const noonAt = (date: ReturnType<typeof sql>) => sql`(${date} + time '12:00') at time zone site.time_zone`;
