import { linkOptions } from '@tanstack/react-router';
import type { PaymentPlaces } from '../../features/payments/payment-places.ts';

/** Returns the pages of a payment by link. The payer's origin is passed on to each. */
export function linkPaymentPlaces(orderGuid: string, referrer: string | undefined): PaymentPlaces {
  const common = { params: { orderGuid }, search: { referrer } };
  return {
    orders: linkOptions({ to: '/quick-pay/$orderGuid', ...common }),
    cardCheckout: linkOptions({ to: '/quick-pay/$orderGuid/checkout', ...common }),
    componentCheckout: linkOptions({ to: '/quick-pay/$orderGuid/clear-accept/checkout', ...common }),
    securityCode: linkOptions({ to: '/quick-pay/$orderGuid/cvv', ...common }),
    confirmation: linkOptions({ to: '/quick-pay/$orderGuid/paysafe/confirmation', ...common }),
    error: linkOptions({ to: '/quick-pay/$orderGuid/paysafe/error', ...common }),
    anyProvider: {
      confirmation: linkOptions({ to: '/quick-pay/$orderGuid/confirmation', ...common }),
      error: linkOptions({ to: '/quick-pay/$orderGuid/error', ...common }),
    },
    payLink: { orderGuid, referrer },
    texts: {
      toOrders: 'quickPay.toReview',
      back: 'quickPay.seePayment',
      unknown: 'quickPay.unknownPayment',
      cancelled: 'quickPay.cancelledThere',
      stillWaiting: 'quickPay.stillWaiting',
    },
  };
}
