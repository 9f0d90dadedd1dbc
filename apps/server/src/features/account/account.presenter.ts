import type { Account } from '@quayside/contract/account/account.ts';
import { countryName } from '../tenant/tenant.exports.ts';
import { titledFullName } from './account-details.rules.ts';
import type { AccountRow } from './account.queries.ts';

/** Presents an account. @param language the language of the country's name */
export function presentAccount(row: AccountRow, language: string): Omit<Account, 'consentGroups'> {
  return {
    id: row.id,
    guid: row.guid,
    title: row.title,
    firstname: row.firstname,
    lastname: row.lastname,
    titledFullName: titledFullName(row),
    phone: row.phone,
    mobile: row.mobile,
    email: row.email,
    address1: row.address1,
    address2: row.address2,
    town: row.town,
    county: row.county,
    countyCode: row.county_code,
    postcode: row.postcode,
    country: countryName(row.country_code, language),
    countryCode: row.country_code,
    siteName: row.site_name,
    siteId: row.site_id,
    // The token names the account and opens nothing, registered or not (decision S9).
    renewalToken: row.opaque_token,
    registeredForPortal: Boolean(row.registered),
    version: String(row.version),
  };
}
