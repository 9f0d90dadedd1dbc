import type { PaymentProvider } from '@quayside/contract/payments.ts';
import type { LoadCardDriver } from './card-driver.ts';

interface PortalDriver {
  readonly key: string;
  /** Where Checkout leads. */
  readonly checkoutPath: '/secure/paysafe/checkout';
  /** The driver and the provider's scripts load only when a checkout opens. */
  readonly load: LoadCardDriver;
}

const drivers: readonly PortalDriver[] = [
  {
    key: 'paysafe',
    checkoutPath: '/secure/paysafe/checkout',
    load: async (provider, currencyCode) => (await import('./paysafe.ts')).loadPaysafe(provider, currencyCode),
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
