import type { Account } from '@quayside/contract/account/account.ts';
import { addressLimits, type BillingAddress, type BillingAddressInput } from '@quayside/contract/cards/cards.ts';
import type { Country } from '@quayside/contract/tenant/tenant.ts';

/** The values of the form. `state` is a code if the country has states, else free text. */
export type AddressValues = Required<BillingAddressInput>;

type AddressProblems = Partial<Record<keyof AddressValues, string>>;

export const hasStates = (country: Country | undefined): country is Country =>
  country !== undefined && Object.keys(country.states).length > 0;

/** The required part of an address: all of it at the checkout, in a dialog only what the vault requires (CARD-11). */
export type RequiredAddressFields = 'all' | 'country';

/** Returns the text key of each wrong field: the four fields of the checkout, and the state. */
export function addressProblems(
  values: AddressValues,
  countries: readonly Country[],
  required: RequiredAddressFields = 'all',
): AddressProblems {
  const country = countries.find(({ alpha2 }) => alpha2 === values.country);
  return {
    ...(required === 'all' && missingLines(values)),
    ...(!country && { country: 'account.selectCountry' }),
    ...(hasStates(country) && !(values.state in country.states) && { state: 'prompts.enterValue' }),
  };
}

const missingLines = ({ address1, town, postcode }: AddressValues): AddressProblems => ({
  ...(!address1.trim() && { address1: 'account.enterFirstLineOfAddress' }),
  ...(!town.trim() && { town: 'account.enterTown' }),
  ...(!postcode.trim() && { postcode: 'account.enterPostcode' }),
});

/** Returns the start values of a form from an address, without the fields that nobody types. */
export function addressValues({ nickName, address1, address2, town, state, postcode, country }: AddressValues) {
  return { nickName, address1, address2, town, state, postcode, country };
}

/** Returns the whole address in one line, without its title. */
export function addressLine(address: BillingAddress, countries: readonly Country[]): string {
  const country = countries.find(({ alpha2 }) => alpha2 === address.country);
  const { address1, address2, town, state, postcode } = address;
  const parts = [
    addressTitle(address) === address1 ? '' : address1,
    address2,
    town,
    country?.states[state] ?? state,
    postcode,
    country?.name ?? address.country,
  ];
  return parts.filter(Boolean).join(', ');
}

/** Returns the title of an address: its name, else its first line that is not empty. */
export const addressTitle = ({ nickName, address1, town, country }: AddressValues) =>
  nickName || address1 || town || country;

/**
 * Returns the countries that a card's address may have: all, unless the provider supports only some (decision
 * P3.12).
 */
export function addressCountries(countries: readonly Country[], supported: readonly string[]): Country[] {
  return countries.filter(({ alpha2 }) => supported.length === 0 || supported.includes(alpha2));
}

/** Returns the addresses in countries that the provider accepts. */
export function usableAddresses(addresses: readonly BillingAddress[], countries: readonly Country[]): BillingAddress[] {
  return addresses.filter(({ country }) => countries.some(({ alpha2 }) => alpha2 === country));
}

/** The fields of an account that fill in a card's form. */
export type CheckoutAccount = Pick<
  Account,
  | 'guid'
  | 'firstname'
  | 'lastname'
  | 'address1'
  | 'address2'
  | 'town'
  | 'county'
  | 'countyCode'
  | 'postcode'
  | 'countryCode'
>;

export function addressFromAccount(account: CheckoutAccount, countries: readonly Country[]): AddressValues {
  const country = countries.find(({ alpha2 }) => alpha2 === account.countryCode);
  return {
    nickName: '',
    address1: account.address1.slice(0, addressLimits.address1),
    address2: account.address2.slice(0, addressLimits.address2),
    town: account.town.slice(0, addressLimits.town),
    state: hasStates(country) ? account.countyCode : account.county.slice(0, addressLimits.state),
    postcode: account.postcode.slice(0, addressLimits.postcode),
    country: country?.alpha2 ?? '',
  };
}
