import { sql } from 'kysely';
import { findAllBrokenLinks } from '../checks.ts';
import { day, dayOrTime, optional, reference, required, wholeNumber } from '../fields.ts';
import { given, orNull, storeRows } from '../store.ts';
import { estimateSums, findWrongEstimates } from './estimate-checks.ts';
import { type Kind, waitingAs } from './kind.ts';
import { amount, noonAt, withTotal } from './orders.ts';
import { siteNumber } from './sites.ts';

/** The offers to customers. Their totals come from their lines. */
export const estimates: Kind = {
  name: 'estimates',
  fields: (tenant) => ({
    reference: required(reference),
    account: required(reference),
    site: optional(wholeNumber),
    created_on: required(day),
    expires_on: optional(dayOrTime),
    starts_on: optional(day),
    departs_on: optional(day),
    total: optional(amount(tenant)),
    order: optional(reference),
  }),
  waiting: {
    ...waitingAs('text', [
      'reference',
      'account',
      'site',
      'created_on',
      'expires_on',
      'starts_on',
      'departs_on',
      'order',
    ]),
    total_minor: 'bigint',
  },
  key: ['reference'],
  read: withTotal,
  check: async (trx, tenant) => {
    const links = [
      { column: 'account', to: 'accounts', table: 'accounts', noun: 'account' },
      { column: 'site', to: 'sites', table: 'sites', by: siteNumber, noun: 'site' },
      { column: 'order', to: 'orders', table: 'orders', noun: 'order' },
    ] as const;
    const broken = await findAllBrokenLinks(trx, 'estimates', links, tenant.id);
    return [...broken, ...(await findWrongEstimates(trx, tenant))];
  },
  store: (trx, { id: tenantId, settings }) =>
    storeRows(trx, tenantId, {
      table: 'estimates',
      rows: sql`
        with sums as (${estimateSums(tenantId)})
        select s.source_line, t.id, s.reference, a.id as account_id, site.id as site_id,
          ${noonAt(sql`s.created_on::date`)} as created_at,
          case when s.expires_on is null then t.expires_on
            when length(s.expires_on) = 10 then s.expires_on::date end as expires_on,
          case when s.expires_on is null then t.expires_at
            when length(s.expires_on) > 10 then s.expires_on::timestamp at time zone site.time_zone end as expires_at,
          ${given('starts_on', 'start_date', 'date')} as start_date,
          ${given('departs_on', 'departure_date', 'date')} as departure_date,
          coalesce(sums.gross_minor, t.gross_minor) as gross_minor,
          coalesce(sums.net_minor, t.net_minor) as net_minor, coalesce(sums.vat_minor, t.vat_minor) as vat_minor,
          case when s."order" is null then t.converted_order_id else o.id end as converted_order_id
        from import_estimates s
        join accounts a on a.tenant_id = ${tenantId} and a.reference = s.account
        left join estimates t on t.tenant_id = ${tenantId} and t.reference = s.reference
        left join orders o on o.tenant_id = ${tenantId} and o.reference = ${orNull('order')}
        join sites site on site.tenant_id = ${tenantId}
          and site.id = coalesce(${orNull('site')}::int, t.site_id, a.site_id)
        left join sums on sums.estimate = s.reference
        where s.tenant_id = ${tenantId}`,
      counter: 'estimate',
      key: ['id'],
      columns: [
        ...['reference', 'account_id', 'site_id', 'created_at', 'expires_on', 'expires_at', 'start_date'],
        ...['departure_date', 'gross_minor', 'net_minor', 'vat_minor', 'converted_order_id'],
      ],
      inserted: { currency: sql`${settings.culture.isoCurrencyCode}::char(3)` },
    }),
};
