import { linkOptions, type LinkProps } from '@tanstack/react-router';
import { createContext, useContext } from 'react';

type Place = Pick<LinkProps, 'to' | 'params' | 'search'>;

/** Where the pages of a payment lead: within the portal, or by an order's pay link. */
export interface PaymentPlaces {
  /** What is to be paid: where one comes from, and tries again. */
  orders: Place;
  cardCheckout: Place;
  securityCode: Place;
  /** Say what the attempt has come to whose reference is in the search. */
  confirmation: Place;
  error: Place;
  texts: {
    /** What the way back to `orders` is called. */
    toOrders: 'payments.toOrders' | 'quickPay.toReview';
    /** Why a payment isn't shown. */
    unknown: 'payments.unknown' | 'quickPay.unknownPayment';
  };
}

/** Of the card vault provider's pages. */
export const withinPortal: PaymentPlaces = {
  orders: linkOptions({ to: '/secure/orders/outstanding' }),
  cardCheckout: linkOptions({ to: '/secure/paysafe/checkout' }),
  securityCode: linkOptions({ to: '/secure/paysafe/checkout/cvv' }),
  confirmation: { to: '/secure/paysafe/checkout/confirmation' },
  error: linkOptions({ to: '/secure/paysafe/error' }),
  texts: { toOrders: 'payments.toOrders', unknown: 'payments.unknown' },
};

const PlacesContext = createContext(withinPortal);

export const PaymentPlacesProvider = PlacesContext.Provider;

export const usePaymentPlaces = (): PaymentPlaces => useContext(PlacesContext);
