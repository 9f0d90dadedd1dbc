import type { PaymentProvider } from '@quayside/contract/payments.ts';
import type { LoadCardDriver, OpenFields } from './card-driver.ts';

interface PortalDriver {
  readonly key: string;
  /** Where Checkout leads, in the portal and wherever else (`PaymentPlaces`). */
  readonly checkoutPath: '/secure/paysafe/checkout' | '/secure/clear-accept/checkout';
  readonly place: 'cardCheckout' | 'componentCheckout';
  /** The page of the cards that it keeps, where that is one of its own. */
  readonly payCardsPath?: '/secure/clear-accept-pay-cards';
  /** The driver and the provider's scripts load only when a checkout opens. */
  readonly load?: LoadCardDriver;
  /** The same of a provider whose fields are opened for one payment and see to the bank by themselves. */
  readonly loadFields?: (provider: PaymentProvider) => Promise<OpenFields>;
}

const drivers: readonly PortalDriver[] = [
  {
    key: 'paysafe',
    checkoutPath: '/secure/paysafe/checkout',
    place: 'cardCheckout',
    load: async (provider, currencyCode) => (await import('./paysafe.ts')).loadPaysafe(provider, currencyCode),
  },
  {
    key: 'clearaccept',
    checkoutPath: '/secure/clear-accept/checkout',
    place: 'componentCheckout',
    payCardsPath: '/secure/clear-accept-pay-cards',
    loadFields: async (provider) => (await import('./clear-accept.ts')).loadClearAccept(provider),
  },
];

/** Whether this portal can pay with a provider: on a page of the provider's, or by a driver. */
export const canPayWith = (provider: Pick<PaymentProvider, 'key' | 'paymentImplementation'>): boolean =>
  hasOwnPage(provider) || driverOf(provider) !== undefined;

/** Whether customers pay, or agree, on a page of the provider's own. */
const hasOwnPage = (provider: Pick<PaymentProvider, 'key' | 'paymentImplementation'>): boolean =>
  provider.paymentImplementation === 'Api' || isPaypal(provider);

export const isPaypal = ({ key }: Pick<PaymentProvider, 'key'>): boolean => key.toLowerCase() === 'paypal';

/** The driver of a provider, or undefined where this portal has none. Keys are compared without case (decision P3.2). */
export function driverOf({ key }: Pick<PaymentProvider, 'key'>): PortalDriver | undefined {
  return drivers.find((driver) => driver.key === key.toLowerCase());
}
