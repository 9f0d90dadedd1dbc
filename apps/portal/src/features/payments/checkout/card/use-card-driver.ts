import type { PaymentProvider } from '@quayside/contract/payments.ts';
import type { CardDriver } from '../../drivers/card-driver.ts';
import { driverOf } from '../../drivers/registry.ts';
import { useDriver } from '../checkout.face.ts';

const load = (provider: PaymentProvider, currencyCode: string) => driverOf(provider)?.load?.(provider, currencyCode);

/** Returns the provider's driver once its scripts have loaded. `onFailure` must not change between renders. */
export function useCardDriver(provider: PaymentProvider, onFailure: (error: unknown) => void): CardDriver | undefined {
  return useDriver(provider, load, onFailure);
}
