import { publicConfigWithoutCards } from '../public-config.ts';
import type { PaymentProvider, ProviderAdapter } from '../payment-provider.ts';
import { fetchAftermath } from './aftermath.ts';
import { takesCurrency, wireAmount } from './amount.ts';
import { readEvent } from './events.ts';
import { captureOrder, createOrder, fetchOrder } from './orders.ts';
import { openRefunds } from './refunds.ts';
import { PaypalSettings } from './settings.ts';

/** PayPal: Orders v2, captured when the payer comes back. */
export const paypal: ProviderAdapter<PaypalSettings> = {
  key: 'paypal',
  company: 'PayPal',
  settings: PaypalSettings,
  open,
};

function open(settings: PaypalSettings): PaymentProvider {
  return {
    key: paypal.key,
    account: settings.clientId,
    deadlineMs: settings.deadlineMs,
    publicConfig: publicConfigWithoutCards(settings),
    browserOrigins: [],
    takesCurrency,
    takesAmount: (amountMinor, currency, places) => wireAmount(amountMinor, currency, places) !== null,
    express: {
      begin: (attempt, input) => createOrder(settings, attempt, input),
      capture: (attempt) => captureOrder(settings, attempt),
    },
    fetchStatus: (attempt) => fetchOrder(settings, attempt),
    fetchAftermath: (attempt, captureId) => fetchAftermath(settings, attempt, captureId),
    refunds: openRefunds(settings),
    readEvent: (event) => readEvent(settings, event),
  };
}
