import { accountLimits } from '@quayside/contract/account-fields.ts';
import { sql } from 'kysely';
import { find, findBrokenLinks } from '../checks.ts';
import { country, day, email, optional, reference, required, telephone, text, wholeNumber } from '../fields.ts';
import { orNull, storeRows } from '../store.ts';
import { checkDetails, detailColumns, mergedDetails, saidDetails, storedColumns } from './account-details.ts';
import { type Kind, waitingAs } from './kind.ts';
import { siteNumber } from './sites.ts';

export const accountColumns = {
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
};

/** The customers of a marina. */
export const accounts: Kind = {
  name: 'accounts',
  fields: () => accountColumns,
  waiting: waitingAs('text', ['reference', 'site', ...detailColumns, 'closed_on']),
  key: ['reference'],
  read: (values, tenant, tell) => {
    checkDetails(values, tenant, tell);
    return values;
  },
  check: async (trx, { id: tenantId }, { now }) => [
    ...(await findBrokenLinks(
      trx,
      'accounts',
      { column: 'site', to: 'sites', table: 'sites', by: siteNumber, noun: 'site' },
      tenantId,
    )),
    ...(await find(
      trx,
      sql`
        select source_line as line, 'closed_on' as "column", '"' || closed_on || '" is a day to come' as message from import_accounts
        where tenant_id = ${tenantId} and not wrong and closed_on > ${now.toISOString().slice(0, 10)}`,
    )),
  ],
  store: (trx, { id: tenantId }, { now, officeWins }) =>
    storeRows(trx, tenantId, {
      table: 'accounts',
      rows: sql`
        select n.*, ${nextVersion} as version
        from (
          select s.source_line, t.id, s.reference, s.site::int as site_id, ${mergedDetails(officeWins)},
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
      columns: ['reference', 'site_id', ...storedColumns, 'closed_at', 'imported_details', 'version'],
      inserted: {
        guid: sql`gen_random_uuid()`,
        opaque_token: sql`gen_random_uuid()::text`,
        created_at: sql`${now}::timestamptz`,
      },
    }),
};

const detailsOf = (alias: 'n' | 't') => sql.join(storedColumns.map((column) => sql.ref(`${alias}.${column}`)));

/**
 * Counts up if a detail changes, so that a customer's open form learns of it, as it does of another window's
 * change.
 */
const nextVersion = sql`
  case when t.id is null then 1
    when row(${detailsOf('n')}) is distinct from row(${detailsOf('t')}) then t.version + 1 else t.version end`;
