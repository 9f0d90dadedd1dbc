import { type AccountField, accountLimits, accountProblem } from '@quayside/contract/account/account-fields.ts';
import { column, type ImportTenant, refersTo } from '../../import/columns.ts';
import {
  country,
  day,
  email,
  optional,
  reference,
  required,
  telephone,
  text,
  wholeNumber,
} from '../../import/fields.ts';
import type { ImportKind, RowValues, TellProblem } from '../../import/kind.ts';
import { countriesIn } from '../tenant/tenant.exports.ts';
import { recordAccountEvents } from './account-events.service.ts';
import { findErased, findFutureCloses, findKeptDetails, findTwins, storeAccounts } from './account-import.queries.ts';

declare module '../../import/columns.ts' {
  interface ImportKinds {
    accounts: true;
  }
}

/**
 * The details that customers can change themselves: a file's column → its rules, the account's field, and its column
 * in the table.
 */
const details = {
  title: { given: optional(text(accountLimits.title)), field: 'title', stored: 'title' },
  first_name: { given: optional(text(accountLimits.firstname)), field: 'firstname', stored: 'firstname' },
  last_name: { given: required(text(accountLimits.lastname)), field: 'lastname', stored: 'lastname' },
  email: { given: optional(email), field: 'email', stored: 'email' },
  phone: { given: optional(telephone), field: 'phone', stored: 'phone' },
  mobile: { given: optional(telephone), field: 'mobile', stored: 'mobile' },
  address1: { given: optional(text(accountLimits.address1)), field: 'address1', stored: 'address1' },
  address2: { given: optional(text(accountLimits.address2)), field: 'address2', stored: 'address2' },
  town: { given: optional(text(accountLimits.town)), field: 'town', stored: 'town' },
  county: { given: optional(text(accountLimits.county)), field: 'county', stored: 'county' },
  county_code: { given: optional(text(accountLimits.countyCode)), field: 'countyCode', stored: 'county_code' },
  postcode: { given: optional(text(accountLimits.postcode)), field: 'postcode', stored: 'postcode' },
  country: { given: optional(country), field: 'countryCode', stored: 'country_code' },
} as const satisfies Record<string, { given: Parameters<typeof column>[0]; field: AccountField; stored: string }>;

type Detail = keyof typeof details;
const named = Object.keys(details) as Detail[];

/** The fields of the details, for the command that adds one account. */
const detailFields = Object.fromEntries(named.map((detail) => [detail, details[detail].given])) as {
  [Name in Detail]: (typeof details)[Name]['given'];
};

/** The columns of a file that opens accounts. */
export const accountFields = { reference: required(reference), site: required(wholeNumber), ...detailFields };

const columns = {
  reference: column(accountFields.reference),
  site: refersTo('sites', accountFields.site),
  ...Object.fromEntries(named.map((detail) => [detail, column(detailFields[detail])])),
  closed_on: column(optional(day)),
};

const detailColumns = named.map((given) => ({ given, stored: details[given].stored }));

/** The customers of a marina. */
export const accounts: ImportKind = {
  name: 'accounts',
  columns,
  key: ['reference'],
  read: (values, tenant, tell) => {
    checkDetails(values, tenant, tell);
    return values;
  },
  check: async (trx, { id }, { now }) => [...(await findFutureCloses(trx, id, now)), ...(await findErased(trx, id))],
  store: (trx, { id }, options) => storeAccounts(trx, id, detailColumns, options),
  recordEvents: recordAccountEvents,
  findDoubtful: (trx, { id }) => findTwins(trx, id),
  findKept: (trx, { id }) => findKeptDetails(trx, id, detailColumns),
};

const empty = Object.fromEntries(named.map((detail) => [details[detail].field, ''])) as Record<AccountField, string>;
const countries = countriesIn('en');

const expectations: Partial<Record<Detail, (tenant: ImportTenant) => string>> = {
  title: ({ settings }) => `is none of the marina's titles: ${settings.lookups.titles.join(', ')}`,
  phone: () => 'is no telephone number of 7 to 20 digits',
  mobile: () => 'is no telephone number of 7 to 20 digits',
  county_code: () => 'is no state of this country',
};

/**
 * Checks details by the rules of the form in which customers change them. A detail that the form requires may be
 * missing here: the customer is asked for it at their next change.
 */
function checkDetails(values: RowValues, tenant: ImportTenant, tell: TellProblem): void {
  const account = { ...empty };
  for (const detail of named) account[details[detail].field] = values[detail] ?? '';
  const options = {
    locked: new Set<AccountField>(),
    titles: tenant.settings.lookups.titles,
    countries,
    stored: empty,
  };
  for (const [detail, expectation] of Object.entries(expectations)) {
    const { field } = details[detail as Detail];
    if (accountProblem(field, account, options) === 'invalid')
      tell(detail, `"${account[field]}" ${expectation(tenant)}`);
  }
}
