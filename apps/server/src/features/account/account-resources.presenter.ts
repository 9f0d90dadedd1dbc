import type { AccountResourceRow } from './account-resources.queries.ts';

/** Presents an account as programs see it. It may have no reference. */
export const presentAccountResource = <Reference extends string | null>(row: AccountResourceRow<Reference>) => ({
  reference: row.reference,
  number: row.id,
  site: row.site_id,
  title: row.title,
  firstName: row.firstname,
  lastName: row.lastname,
  email: row.email,
  phone: row.phone,
  mobile: row.mobile,
  address1: row.address1,
  address2: row.address2,
  town: row.town,
  county: row.county,
  countyCode: row.county_code,
  postcode: row.postcode,
  country: row.country_code,
  closedOn: row.closed_on,
  updatedAt: row.updated_at.toISOString(),
});
