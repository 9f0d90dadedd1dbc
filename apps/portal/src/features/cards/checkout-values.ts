import type { Country } from '@quayside/contract/tenant.ts';
import type { FormModel, FormRules } from '../../ui/use-form.ts';
import { type AddressValues, addressProblems } from './billing-address.ts';

/** Instead of a card's or an address's id: the reader types a new one. */
export const somethingNew = 'new';

/**
 * What the checkout's form holds. Of the card itself nothing: that is typed into the provider's frames, which tell
 * whether it is right.
 */
export interface CheckoutValues extends AddressValues {
  /** A stored card's id, or {@link somethingNew}. */
  cardId: string;
  /** A profile address's id, {@link somethingNew}, or empty where none is chosen. */
  addressId: string;
  holderName: string;
  rememberCard: boolean;
  /** Whether the frame has a card number that can be. */
  cardNumber: boolean;
  expiryDate: boolean;
  cvv: boolean;
}

export type CheckoutForm = FormModel<CheckoutValues>;

type CheckoutProblems = Partial<Record<keyof CheckoutValues, string>>;

/** The key of each field's text where it is wrong (P§5). A stored card brings its own name and address. */
export function checkoutProblems(values: CheckoutValues, countries: readonly Country[]): CheckoutProblems {
  if (values.cardId !== somethingNew) return {};
  return { ...newCardProblems(values), ...chosenAddressProblems(values, countries) };
}

const newCardProblems = ({ cardNumber, expiryDate, cvv, holderName }: CheckoutValues): CheckoutProblems => ({
  ...(!cardNumber && { cardNumber: 'cards.enterCardNumber' }),
  ...(!expiryDate && { expiryDate: 'cards.enterExpiryDate' }),
  ...(!cvv && { cvv: 'cards.enterSecurityCode' }),
  ...(!holderName.trim() && { holderName: 'cards.enterNameOnCard' }),
});

function chosenAddressProblems(values: CheckoutValues, countries: readonly Country[]): CheckoutProblems {
  if (values.addressId === somethingNew) return addressProblems(values, countries);
  return values.addressId === '' ? { addressId: 'cards.noAddress' } : {};
}

/** In the order of the page, so that a summary of what is wrong follows it. */
const judgedFields = [
  'cardNumber',
  'expiryDate',
  'cvv',
  'holderName',
  'addressId',
  'country',
  'address1',
  'town',
  'state',
  'postcode',
] as const;

export function checkoutRules(countries: readonly Country[]): FormRules<CheckoutValues> {
  return Object.fromEntries(
    judgedFields.map((name) => [
      name,
      (_: unknown, values: CheckoutValues) => checkoutProblems(values, countries)[name] ?? null,
    ]),
  );
}
