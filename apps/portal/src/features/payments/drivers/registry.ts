import type { PaymentProvider } from '@quayside/contract/payments.ts';
import type { LoadCardDriver, OpenFields } from './card-driver.ts';

interface PortalDriver {
  readonly key: string;
  /** The checkout's page in the portal, and its name among all places (`PaymentPlaces`). */
  readonly checkoutPath: '/secure/paysafe/checkout' | '/secure/clear-accept/checkout';
  readonly place: 'cardCheckout' | 'componentCheckout';
  /** The page of its kept cards, if the provider has one of its own. */
  readonly payCardsPath?: '/secure/clear-accept-pay-cards';
  /** Loads the driver and the provider's scripts. Called only when a checkout opens. */
  readonly load?: LoadCardDriver;
  /** The same for a provider whose fields open for one payment and handle the bank themselves. */
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

/** Checks if this portal can pay with a provider: on the provider's page, or by a driver. */
export const canPayWith = (provider: Pick<PaymentProvider, 'key' | 'paymentImplementation'>): boolean =>
  hasOwnPage(provider) || driverOf(provider) !== undefined;

/** Checks if customers pay, or agree, on the provider's own page. */
const hasOwnPage = (provider: Pick<PaymentProvider, 'key' | 'paymentImplementation'>): boolean =>
  provider.paymentImplementation === 'Api' || isPaypal(provider);

export const isPaypal = ({ key }: Pick<PaymentProvider, 'key'>): boolean => key.toLowerCase() === 'paypal';

/**
 * Returns the driver of a provider. Undefined if this portal has none. Keys are compared without case (decision
 * P3.2).
 */
export function driverOf({ key }: Pick<PaymentProvider, 'key'>): PortalDriver | undefined {
  return drivers.find((driver) => driver.key === key.toLowerCase());
}
