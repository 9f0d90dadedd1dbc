import { type CheckoutValues, somethingNew } from '../../features/cards/checkout-values.ts';
import type { ComponentChoice } from '../../features/payments/checkout/components/use-component-checkout.ts';
import type { ComponentCheckoutData } from './use-component-data.ts';

/** Returns the data for the provider: the orders and the card holder. */
export function choiceOf(values: CheckoutValues, { account, orders }: ComponentCheckoutData): ComponentChoice {
  const { address1, address2, town, state, postcode, country, cardId } = values;
  const isNew = cardId === somethingNew;
  return {
    orders: orders.map(({ id, outstandingAmount }) => ({ orderId: id, amount: outstandingAmount })),
    keptCardId: isNew ? null : Number(cardId),
    ...(isNew && {
      customerInfo: {
        firstName: account.firstname,
        lastName: account.lastname,
        email: account.email,
        phone: account.mobile || account.phone,
        billingAddress: { nickName: '', address1, address2, town, state, postcode, country },
      },
    }),
  };
}
