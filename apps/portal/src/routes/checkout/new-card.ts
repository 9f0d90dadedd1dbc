import type { BillingAddress } from '@quayside/contract/cards.ts';
import { type CheckoutValues, somethingNew } from '../../features/cards/checkout-values.ts';
import { type TypedOrKeptCard, tokenizeCard } from '../../features/payments/checkout/card/card.face.ts';
import type { AuthenticationProfile } from '../../features/payments/checkout/checkout.face.ts';
import type { HostedFields } from '../../features/payments/drivers/card-driver.ts';

interface Typed {
  fields: HostedFields;
  values: CheckoutValues;
  addresses: readonly BillingAddress[];
  customer: AuthenticationProfile;
}

/** Makes a token of the new card, and takes the rest of its data from the form. */
export async function newCardOf({ fields, values, addresses, customer }: Typed): Promise<TypedOrKeptCard> {
  const { address1, address2, town, state, postcode, country, rememberCard } = values;
  const typed = { nickName: '', address1, address2, town, state, postcode, country };
  const known = addresses.find(({ id }) => id === values.addressId);
  const isNewAddress = values.addressId === somethingNew;
  const holderName = values.holderName.trim();
  const token = await tokenizeCard(fields, { holderName, billingAddress: isNewAddress ? typed : known });
  return {
    channel: 'Card',
    token,
    holderName,
    nickName: rememberCard ? values.nickName.trim() : '',
    ...(isNewAddress ? { address: typed } : { billingAddressId: values.addressId }),
    rememberCard,
    authenticateBy: { paymentToken: token },
    profile: customer,
  };
}
