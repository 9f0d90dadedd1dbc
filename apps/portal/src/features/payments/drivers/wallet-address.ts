import { addressLimits, type BillingAddressInput } from '@quayside/contract/cards/cards.ts';
import { cutText } from '@quayside/contract/shared/provider-text.ts';

/** A billing address in the form of Google's sheet. */
export interface GoogleAddress {
  name?: string;
  address1?: string;
  address2?: string;
  address3?: string;
  locality?: string;
  administrativeArea?: string;
  countryCode?: string;
  postalCode?: string;
  phoneNumber?: string;
}

/** A billing address in the form of Apple's sheet. */
export interface AppleContact {
  addressLines?: string[];
  locality?: string;
  administrativeArea?: string;
  countryCode?: string;
  postalCode?: string;
}

interface Parts {
  lines: readonly (string | undefined)[];
  town: string | undefined;
  state: string | undefined;
  postcode: string | undefined;
  country: string | undefined;
}

export const addressFromGoogle = (address: GoogleAddress | undefined): BillingAddressInput | undefined =>
  address &&
  wholeAddress({
    lines: [address.address1, address.address2, address.address3],
    town: address.locality,
    state: address.administrativeArea,
    postcode: address.postalCode,
    country: address.countryCode,
  });

export const addressFromApple = (contact: AppleContact | undefined): BillingAddressInput | undefined =>
  contact &&
  wholeAddress({
    lines: contact.addressLines ?? [],
    town: contact.locality,
    state: contact.administrativeArea,
    postcode: contact.postalCode,
    country: contact.countryCode,
  });

/** Returns the address for the provider, cut to its maximum lengths. Undefined if a required part is missing. */
function wholeAddress({ lines, town, state, postcode, country }: Parts): BillingAddressInput | undefined {
  const [address1, ...others] = lines.map((line) => line?.trim() ?? '').filter((line) => line !== '');
  const place = { town: town?.trim(), postcode: postcode?.trim(), country: country?.trim().toUpperCase() };
  if (!address1 || !place.town || !place.postcode || place.country?.length !== 2) return undefined;
  return {
    nickName: '',
    address1: cutText(address1, addressLimits.address1),
    address2: cutText(others.join(', '), addressLimits.address2),
    town: cutText(place.town, addressLimits.town),
    state: cutText((state ?? '').trim(), addressLimits.state),
    postcode: cutText(place.postcode, addressLimits.postcode),
    country: place.country,
  };
}
