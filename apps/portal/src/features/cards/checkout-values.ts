import type { Country } from '@quayside/contract/tenant/tenant.ts';
import type { FormRules } from '../../ui/form/use-form.ts';
import { addressProblems, type AddressValues, type RequiredAddressFields } from './billing-address.ts';

/** Takes the place of a card's or an address's id if the reader types a new one. */
export const somethingNew = 'new';

/** The billing address of a card. */
export interface AddressChoiceValues extends AddressValues {
  /** A profile address's id, {@link somethingNew}, or empty if none is chosen. */
  addressId: string;
}

/** The choice to keep a new card, with its name. */
export interface KeepingValues {
  rememberCard: boolean;
  nickName: string;
}

/**
 * The values of the checkout's form. They never include card data: the reader types that into the provider's
 * frames, which report only if it is valid.
 */
export interface CheckoutValues extends AddressChoiceValues, KeepingValues {
  /** A stored card's id, or {@link somethingNew}. */
  cardId: string;
  holderName: string;
  /** True if the frame holds a valid card number. */
  cardNumber: boolean;
  expiryDate: boolean;
  cvv: boolean;
}

type CheckoutProblems = Partial<Record<keyof CheckoutValues, string>>;

/** Returns the text key of each wrong field. A stored card needs no name or address. */
export function checkoutProblems(values: CheckoutValues, countries: readonly Country[]): CheckoutProblems {
  if (values.cardId !== somethingNew) return {};
  return { ...newCardProblems(values), ...chosenAddressProblems(values, countries) };
}

/** The values of a new card: the reports of the frames, and the card holder's name. */
export type NewCardValues = Pick<CheckoutValues, 'cardNumber' | 'expiryDate' | 'cvv' | 'holderName'>;

/** Returns the text key of each wrong field of a new card. */
export const newCardProblems = ({ cardNumber, expiryDate, cvv, holderName }: NewCardValues): CheckoutProblems => ({
  ...(!cardNumber && { cardNumber: 'cards.enterCardNumber' }),
  ...(!expiryDate && { expiryDate: 'cards.enterExpiryDate' }),
  ...(!cvv && { cvv: 'cards.enterSecurityCode' }),
  ...(!holderName.trim() && { holderName: 'cards.enterNameOnCard' }),
});

/** Returns the text key of each wrong field of a billing address. A stored address has none. */
export function chosenAddressProblems(
  values: AddressChoiceValues,
  countries: readonly Country[],
  required: RequiredAddressFields = 'all',
): Partial<Record<keyof AddressChoiceValues, string>> {
  if (values.addressId === somethingNew) return addressProblems(values, countries, required);
  return values.addressId === '' ? { addressId: 'cards.noAddress' } : {};
}

/** In the order of the page, because the error summary follows it. */
const validatedFields = [
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

/** Returns the rules of the form, for `useForm`. */
export function checkoutRules(countries: readonly Country[]): FormRules<CheckoutValues> {
  return Object.fromEntries(
    validatedFields.map((name) => [
      name,
      (_: unknown, values: CheckoutValues) => checkoutProblems(values, countries)[name] ?? null,
    ]),
  );
}
