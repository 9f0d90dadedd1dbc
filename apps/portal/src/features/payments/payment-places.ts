import { linkOptions, type LinkProps } from '@tanstack/react-router';
import { createContext, useContext } from 'react';
import type { ProcessedPayment } from '@quayside/contract/payments/payments.ts';

export type ResultPage = 'confirmation' | 'error';

/** Returns the page that a payment's status belongs to. Null while the result is unknown. */
export function resultPageOf({ paymentStatus }: Pick<ProcessedPayment, 'paymentStatus'>): ResultPage | null {
  if (paymentStatus === 'Incomplete') return null;
  return paymentStatus === 'Declined' || paymentStatus === 'Cancelled' ? 'error' : 'confirmation';
}

export type Place = Pick<LinkProps, 'to' | 'params' | 'search'>;

/** The pages that show the result of the attempt whose reference is in the search. */
export type ResultPlaces = Record<ResultPage, Place>;

/** The pages of a payment: within the portal, or of an order's pay link. */
export interface PaymentPlaces extends ResultPlaces {
  /** The page with the orders, where a payment starts and is tried again. */
  orders: Place;
  cardCheckout: Place;
  componentCheckout: Place;
  securityCode: Place;
  /** The result pages of all providers except the card vault (P2.3). */
  anyProvider: ResultPlaces;
  /** The order's pay link and its payer's origin. Null within the portal. */
  payLink: { orderGuid: string; referrer?: string | undefined } | null;
  texts: {
    /** The label of the link back to `orders`. */
    toOrders: 'payments.toOrders' | 'quickPay.toReview';
    /** The label of the link from a provider's page to the payment's result. */
    back: 'payments.backToPortal' | 'quickPay.seePayment';
    /** The reason why a payment isn't shown. */
    unknown: 'payments.unknown' | 'quickPay.unknownPayment';
    /** The message after cancelling on a provider's page. */
    cancelled: 'payments.cancelledThere' | 'quickPay.cancelledThere';
    /** The text that names the receiver of the later e-mail. By a link that is always the account's owner. */
    stillWaiting: 'payments.stillWaiting' | 'quickPay.stillWaiting';
  };
}

/** The places within the portal. By a pay link, `link-payment-places.ts` replaces them. */
const withinPortal: PaymentPlaces = {
  orders: linkOptions({ to: '/secure/orders/outstanding' }),
  cardCheckout: linkOptions({ to: '/secure/paysafe/checkout' }),
  componentCheckout: linkOptions({ to: '/secure/clear-accept/checkout' }),
  securityCode: linkOptions({ to: '/secure/paysafe/checkout/cvv' }),
  confirmation: { to: '/secure/paysafe/checkout/confirmation' },
  error: linkOptions({ to: '/secure/paysafe/error' }),
  anyProvider: { confirmation: { to: '/secure/payment/confirmation' }, error: { to: '/secure/payment/error' } },
  payLink: null,
  texts: {
    toOrders: 'payments.toOrders',
    back: 'payments.backToPortal',
    unknown: 'payments.unknown',
    cancelled: 'payments.cancelledThere',
    stillWaiting: 'payments.stillWaiting',
  },
};

const PlacesContext = createContext(withinPortal);

export const PaymentPlacesProvider = PlacesContext.Provider;

/** Returns the places to which the pages of a payment lead: within the portal, or around a pay link. */
export const usePaymentPlaces = (): PaymentPlaces => useContext(PlacesContext);
