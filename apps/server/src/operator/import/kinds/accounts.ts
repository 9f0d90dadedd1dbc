import { type AccountField, accountLimits, accountProblem } from '@quayside/contract/account-fields.ts';
import { sql } from 'kysely';
import { countriesIn } from '../../../features/tenant/countries.ts';
import { find, findBrokenLinks } from '../checks.ts';
import { country, day, email, optional, reference, required, text, wholeNumber } from '../fields.ts';
import { orNull, storeRows } from '../store.ts';
import { detailColumns, keptDetails, mergedDetail, saidDetails } from './account-details.ts';
import type { ImportTenant, Kind, TellProblem } from './kind.ts';
import { siteNumber } from './sites.ts';

/** The customers of a marina. */
export const accounts: Kind = {
  name: 'accounts',
  fields: () => ({
    reference: required(reference),
    site: required(wholeNumber),
    title: optional(text(accountLimits.title)),
    first_name: optional(text(accountLimits.firstname)),
    last_name: required(text(accountLimits.lastname)),
    email: optional(email),
    phone: optional(telephone),
    mobile: optional(telephone),
    address1: optional(text(accountLimits.address1)),
    address2: optional(text(accountLimits.address2)),
    town: optional(text(accountLimits.town)),
    county: optional(text(accountLimits.county)),
    county_code: optional(text(accountLimits.countyCode)),
    postcode: optional(text(accountLimits.postcode)),
    country: optional(country),
    closed_on: optional(day),
  }),
  waiting: {
    reference: 'text',
    site: 'text',
    ...Object.fromEntries(Object.keys(detailColumns).map((column) => [column, 'text'])),
    closed_on: 'text',
  },
  key: ['reference'],
  read: (values, tenant, tell) => {
    checkDetails(values, tenant, tell);
    return values;
  },
  check: async (trx, { id: tenantId }) => [
    ...(await findBrokenLinks(
      trx,
      'accounts',
      { column: 'site', to: 'sites', table: 'sites', by: siteNumber, noun: 'site' },
      tenantId,
    )),
  ],
  store: (trx, { id: tenantId }, { now, officeWins }) => {
    const details = Object.keys(detailColumns);
    const columns = Object.values(detailColumns);
    const merged = details.map((detail) => sql`${mergedDetail(detail, officeWins)} as ${sql.ref(detailColumns[detail] ?? detail)}`);
    const same = (alias: 'n' | 't') => sql.join(columns.map((column) => sql.ref(`${alias}.${column}`)));
    return storeRows(trx, tenantId, {
      table: 'accounts',
      // A customer's open form has to learn that its details are others now, as of another window's change.
      rows: sql`
        select n.*, case when t.id is null then 1
          when row(${same('n')}) is distinct from row(${same('t')}) then t.version + 1 else t.version end as version
        from (
          select s.line, t.id, s.reference, s.site::int as site_id, ${sql.join(merged)},
            case when s.closed_on is null then t.closed_at
              else ${orNull('closed_on')}::date::timestamp at time zone site.time_zone end as closed_at,
            coalesce(t.imported_details, '{}') || ${saidDetails} as imported_details
          from import_accounts s
          join sites site on site.tenant_id = ${tenantId} and site.id = s.site::int
          left join accounts t on t.tenant_id = ${tenantId} and t.reference = s.reference
          where s.tenant_id = ${tenantId}
        ) as n
        left join accounts t on t.tenant_id = ${tenantId} and t.id = n.id`,
      counter: 'account',
      key: ['id'],
      columns: ['reference', 'site_id', ...columns, 'closed_at', 'imported_details', 'version'],
      inserted: {
        guid: sql`gen_random_uuid()`,
        opaque_token: sql`gen_random_uuid()::text`,
        created_at: sql`${now}::timestamptz`,
      },
    });
  },
};
