import { type RawBuilder, sql } from 'kysely';

/** Returns the number of an account's site, as text: as the rows of the import have it, else as it is stored. */
export const siteOfAccount = (tenantId: number, account: RawBuilder<unknown>) => sql`coalesce(
  (select w.site from import_accounts w where w.tenant_id = ${tenantId} and w.reference = ${account} limit 1),
  (select a.site_id::text from accounts a where a.tenant_id = ${tenantId} and a.reference = ${account}))`;

/** Returns the time zone of a site in the same way. A site that is nowhere is another problem, so it is far east. */
const zoneOf = (tenantId: number, site: RawBuilder<unknown>) => sql`coalesce(
  (select w.time_zone from import_sites w where w.tenant_id = ${tenantId} and w.number = ${site} limit 1),
  (select z.time_zone from sites z where z.tenant_id = ${tenantId} and z.id::text = ${site}),
  'Pacific/Kiritimati')`;

/**
 * Tells if the clocks of a site don't show a time yet, or its calendar a day. Most rows have long passed also where
 * clocks are latest, so their site is not looked up.
 * @param site the number of the site, as text
 */
export const isToCome = (tenantId: number, now: Date, time: RawBuilder<unknown>, site: RawBuilder<unknown>) => sql`(
  ${time} > (${now}::timestamptz at time zone 'Etc/GMT+12')
  and ${time} > (${now}::timestamptz at time zone ${zoneOf(tenantId, site)}))`;
