import type { Account } from '@quayside/contract/account.ts';
import type { BillingAddress, BillingAddressInput } from '@quayside/contract/cards.ts';
import type { Country } from '@quayside/contract/tenant.ts';

/** What the form holds. `state` is a code where the country has states, else free text. */
export type AddressValues = Required<BillingAddressInput>;

/** What the provider's vault takes, in characters. */
export const addressLimits = { address1: 50, address2: 50, town: 40, state: 40, postcode: 10, nickName: 50 } as const;

type AddressProblems = Partial<Record<keyof AddressValues, string>>;

export const hasStates = (country: Country | undefined): country is Country =>
  country !== undefined && Object.keys(country.states).length > 0;

/** How much of an address a form asks for: at the checkout all of it, in a dialog what the vault needs (CARD-11). */
export type AskedOfAddress = 'all' | 'country';

/** The key of each field's text where it is wrong: the four of the checkout list, and the state. */
export function addressProblems(
  values: AddressValues,
  countries: readonly Country[],
  asked: AskedOfAddress = 'all',
): AddressProblems {
  const country = countries.find(({ alpha2 }) => alpha2 === values.country);
  return {
    ...(asked === 'all' && missingLines(values)),
    ...(!country && { country: 'account.selectCountry' }),
    ...(hasStates(country) && !(values.state in country.states) && { state: 'prompts.enterValue' }),
  };
}

const missingLines = ({ address1, town, postcode }: AddressValues): AddressProblems => ({
  ...(!address1.trim() && { address1: 'account.enterFirstLineOfAddress' }),
  ...(!town.trim() && { town: 'account.enterTown' }),
  ...(!postcode.trim() && { postcode: 'account.enterPostcode' }),
});

/** An address as a form starts with it, without what is not typed. */
export function addressValues({ nickName, address1, address2, town, state, postcode, country }: AddressValues) {
  return { nickName, address1, address2, town, state, postcode, country };
}

/** All of an address in one line, but its title. */
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

/** What an address is called: its name, else its first line that says something. */
export const addressTitle = ({ nickName, address1, town, country }: AddressValues) =>
  nickName || address1 || town || country;

/** The countries a card's address may have: all, unless the provider supports only some (decision P3.12). */
export function addressCountries(countries: readonly Country[], supported: readonly string[]): Country[] {
  return countries.filter(({ alpha2 }) => supported.length === 0 || supported.includes(alpha2));
}

/** The addresses in a country that the provider takes. */
export function usableAddresses(addresses: readonly BillingAddress[], countries: readonly Country[]): BillingAddress[] {
  return addresses.filter(({ country }) => countries.some(({ alpha2 }) => alpha2 === country));
}

/** What a card's form may begin with of an account. */
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
