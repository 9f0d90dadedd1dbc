import { linkOptions, type LinkProps } from '@tanstack/react-router';
import { createContext, useContext } from 'react';
import type { ResultPage } from './result-page.ts';

export type Place = Pick<LinkProps, 'to' | 'params' | 'search'>;

/** Say what the attempt has come to whose reference is in the search. */
export type ResultPlaces = Record<ResultPage, Place>;

/** Where the pages of a payment lead: within the portal, or by an order's pay link. */
export interface PaymentPlaces extends ResultPlaces {
  /** What is to be paid: where one comes from, and tries again. */
  orders: Place;
  cardCheckout: Place;
  componentCheckout: Place;
  securityCode: Place;
  /** Of payments by any other provider than the card vault (P2.3). */
  anyProvider: ResultPlaces;
  /** The order's link by which it is paid, and where its payer came from; null within the portal. */
  payLink: { orderGuid: string; referrer?: string | undefined } | null;
  texts: {
    /** What the way back to `orders` is called. */
    toOrders: 'payments.toOrders' | 'quickPay.toReview';
    /** The same from a provider's page to what the payment has come to. */
    back: 'payments.backToPortal' | 'quickPay.toReview';
    /** Why a payment isn't shown. */
    unknown: 'payments.unknown' | 'quickPay.unknownPayment';
    /** After giving up on a provider's page. */
    cancelled: 'payments.cancelledThere' | 'quickPay.cancelledThere';
    /** Names who is e-mailed once the bank has answered: by a link that is the account's owner, whoever pays. */
    stillWaiting: 'payments.stillWaiting' | 'quickPay.stillWaiting';
  };
}

/** Of the card vault provider's pages. */
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

export const usePaymentPlaces = (): PaymentPlaces => useContext(PlacesContext);
