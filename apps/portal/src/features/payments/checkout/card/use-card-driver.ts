import type { PaymentProvider } from '@quayside/contract/payments/payments.ts';
import {
  brokenScriptCode,
  type CardDriver,
  type HostedFields,
  ProviderScriptError,
  type TokenRequest,
} from '../../drivers/card-driver.ts';
import { driverOf } from '../../drivers/registry.ts';
import { CardRefused, useDriver } from '../checkout.exports.ts';

/**
 * Returns a single-use token of the values in the frames.
 * @throws {CardRefused} with the reason
 * @throws {ProviderScriptError} if the script broke
 */
export async function tokenizeCard(fields: HostedFields, request: TokenRequest): Promise<string> {
  try {
    return await fields.tokenize(request);
  } catch (error) {
    if (error instanceof ProviderScriptError && error.code !== brokenScriptCode) {
      throw new CardRefused(error.reason, { cause: error });
    }
    throw error;
  }
}

const load = (provider: PaymentProvider, currencyCode: string) => driverOf(provider)?.load?.(provider, currencyCode);

/** Returns the provider's driver once its scripts have loaded. `onFailure` must not change between renders. */
export function useCardDriver(provider: PaymentProvider, onFailure: (error: unknown) => void): CardDriver | undefined {
  return useDriver(provider, load, onFailure);
}
