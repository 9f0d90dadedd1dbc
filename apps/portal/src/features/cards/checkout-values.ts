import type { Country } from '@quayside/contract/tenant.ts';
import type { FormRules } from '../../ui/use-form.ts';
import { addressProblems, type AddressValues, type AskedOfAddress } from './billing-address.ts';

/** Instead of a card's or an address's id: the reader types a new one. */
export const somethingNew = 'new';

/** Where a card's bills go. */
export interface AddressChoiceValues extends AddressValues {
  /** A profile address's id, {@link somethingNew}, or empty where none is chosen. */
  addressId: string;
}

/** Whether a new card is kept, and by what name. */
export interface KeepingValues {
  rememberCard: boolean;
  nickName: string;
}

/**
 * What the checkout's form holds. Of the card itself nothing: that is typed into the provider's frames, which tell
 * whether it is right.
 */
export interface CheckoutValues extends AddressChoiceValues, KeepingValues {
  /** A stored card's id, or {@link somethingNew}. */
  cardId: string;
  holderName: string;
  /** Whether the frame has a card number that can be. */
  cardNumber: boolean;
  expiryDate: boolean;
  cvv: boolean;
}

type CheckoutProblems = Partial<Record<keyof CheckoutValues, string>>;

/** The key of each field's text where it is wrong. A stored card brings its own name and address. */
export function checkoutProblems(values: CheckoutValues, countries: readonly Country[]): CheckoutProblems {
  if (values.cardId !== somethingNew) return {};
  return { ...newCardProblems(values), ...chosenAddressProblems(values, countries) };
}

/** Of a new card what the frames tell, and the name on it. */
export type NewCardValues = Pick<CheckoutValues, 'cardNumber' | 'expiryDate' | 'cvv' | 'holderName'>;

export const newCardProblems = ({ cardNumber, expiryDate, cvv, holderName }: NewCardValues): CheckoutProblems => ({
  ...(!cardNumber && { cardNumber: 'cards.enterCardNumber' }),
  ...(!expiryDate && { expiryDate: 'cards.enterExpiryDate' }),
  ...(!cvv && { cvv: 'cards.enterSecurityCode' }),
  ...(!holderName.trim() && { holderName: 'cards.enterNameOnCard' }),
});

export function chosenAddressProblems(
  values: AddressChoiceValues,
  countries: readonly Country[],
  asked: AskedOfAddress = 'all',
): Partial<Record<keyof AddressChoiceValues, string>> {
  if (values.addressId === somethingNew) return addressProblems(values, countries, asked);
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
