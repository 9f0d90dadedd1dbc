import { isEmailAddress } from '../shared/common.ts';
import type { Country, TenantConfig } from '../tenant/tenant.ts';

/** The fields of an account that its owner can type. `country` follows `countryCode`. */
export const accountFields = [
  'title',
  'firstname',
  'lastname',
  'email',
  'phone',
  'mobile',
  'address1',
  'address2',
  'town',
  'county',
  'countyCode',
  'postcode',
  'countryCode',
] as const;
export type AccountField = (typeof accountFields)[number];
export type AccountValues = Record<AccountField, string>;

/** The entry of the tenant's titles that stands for "no title" (decision C5.5). */
export const noTitle = 'none';

/** Maximum number of characters (decision C5.11). */
export const accountLimits: Readonly<Record<AccountField, number>> = {
  title: 60,
  firstname: 60,
  lastname: 60,
  email: 254,
  phone: 40,
  mobile: 40,
  address1: 100,
  address2: 100,
  town: 60,
  county: 60,
  countyCode: 10,
  postcode: 20,
  countryCode: 2,
};

/** The fields that are locked if customers may not edit their account. */
const lockedWithoutEdit: readonly AccountField[] = [
  ...(['title', 'firstname', 'lastname', 'address1', 'address2'] as const),
  ...(['town', 'county', 'countyCode', 'postcode'] as const),
];

/** One name of the tenant's list may mean several fields. */
const alsoMeans: Readonly<Record<string, readonly AccountField[]>> = {
  country: ['countryCode'],
  countrycode: ['countryCode'],
  county: ['county', 'countyCode'],
  countycode: ['county', 'countyCode'],
};

/**
 * The fields that this tenant's customers can't change. By default the country goes with the address (decision C5.8).
 */
export function lockedAccountFields(
  permissions: Pick<TenantConfig['permissions'], 'allowAccountEdit' | 'uneditableAccountProperties'>,
): ReadonlySet<AccountField> {
  const { allowAccountEdit, uneditableAccountProperties: listed } = permissions;
  const byDefault = !allowAccountEdit && listed.length === 0 ? ['country'] : [];
  const names = [...listed, ...byDefault].map((name) => name.toLowerCase());
  const named = names.flatMap((name) => alsoMeans[name] ?? accountFields.filter((field) => field === name));
  return new Set([...named, ...(allowAccountEdit ? [] : lockedWithoutEdit)]);
}

/** Countries whose addresses have no postcode. */
const withoutPostcode = new Set(
  `AE AG AN AO AW BF BI BJ BO BS BW BZ CD CF CG CI CK CM CW DJ DM ER FJ GA GD GH GM GQ GY HK JM KI KM KN KP LC LY ML
   MO MR MW NR NU QA RW SB SC SL SR ST SX SY TD TF TG TK TL TO TV UG VU YE ZW`.split(/\s+/),
);

/** Tells if addresses of a country have postcodes. */
export const hasPostcodes = (countryCode: string): boolean => !withoutPostcode.has(countryCode);

export type AccountProblem = 'required' | 'invalid' | 'too-long';

export interface AccountFieldOptions {
  /** Locked fields have no rules. */
  locked: ReadonlySet<AccountField>;
  /** The tenant's titles. If there are none, no title is asked for (decision C5.5). */
  titles: readonly string[];
  countries: readonly Pick<Country, 'alpha2' | 'states'>[];
  /** The values as stored. An unchanged value is not checked again, except that a required one must not be empty. */
  stored: AccountValues;
}

/** Returns what is wrong with an account's details, by field. The form and the server use the same rules (ACC-1). */
export function accountProblems(
  values: AccountValues,
  options: AccountFieldOptions,
): Partial<Record<AccountField, AccountProblem>> {
  const problems: Partial<Record<AccountField, AccountProblem>> = {};
  for (const field of accountFields) {
    const problem = options.locked.has(field) ? null : accountProblem(field, values, options);
    if (problem) problems[field] = problem;
  }
  return problems;
}

/** Returns what is wrong with one field. Null if nothing is wrong. */
export function accountProblem(
  field: AccountField,
  values: AccountValues,
  options: AccountFieldOptions,
): AccountProblem | null {
  const value = values[field].trim();
  if (value === '') return isRequired(field, values, options) ? 'required' : null;
  if (value === options.stored[field]) return null;
  if (value.length > accountLimits[field]) return 'too-long';
  return isWellFormed(field, value, values, options) ? null : 'invalid';
}

/**
 * Tells if an account is a company's: it is stored with a last name alone. A person whom the marina knows so little is
 * asked for no first name either.
 */
export const isCompany = ({ title, firstname, lastname }: Pick<AccountValues, 'title' | 'firstname' | 'lastname'>) =>
  title === '' && firstname === '' && lastname !== '';

/** Checks if a field must not be empty. */
export function isRequired(
  field: AccountField,
  { countryCode }: Pick<AccountValues, 'countryCode'>,
  { titles, locked, stored }: Pick<AccountFieldOptions, 'titles' | 'locked' | 'stored'>,
): boolean {
  if (locked.has(field)) return false;
  if ((field === 'title' || field === 'firstname') && isCompany(stored)) return false;
  if (field === 'title') return titles.length > 0;
  if (field === 'postcode') return hasPostcodes(countryCode);
  return !['phone', 'address2', 'county', 'countyCode'].includes(field);
}

function isWellFormed(
  field: AccountField,
  value: string,
  { countryCode }: AccountValues,
  { titles, countries }: AccountFieldOptions,
): boolean {
  const country = countries.find(({ alpha2 }) => alpha2 === countryCode);
  if (field === 'email') return isEmailAddress(value);
  if (field === 'phone' || field === 'mobile') return isTelephone(value);
  if (field === 'title') return titles.length === 0 || titles.includes(value);
  if (field === 'countryCode') return country !== undefined;
  if (field === 'countyCode') return country === undefined || value in country.states;
  return true;
}

/** Accepts 7 to 20 digits, with an optional plus in front and spaces between them (decision C5.6). */
function isTelephone(value: string): boolean {
  const digits = value.replaceAll(/\D/g, '').length;
  return /^\+?[\d ]+$/.test(value) && digits >= 7 && digits <= 20;
}
