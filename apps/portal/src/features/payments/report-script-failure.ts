import { reportQuietly } from '../../lib/unhandled-errors.ts';
import { ProviderScriptError } from './drivers/card-driver.ts';

/** A provider's script did not do its part: what the marina's error reports call it. */
class ProviderScriptFailure extends Error {
  constructor(provider: string, error: unknown) {
    const [code, words] =
      error instanceof ProviderScriptError ? [error.code, error.providerMessage] : ['not loaded', String(error)];
    super(`${provider}: ${code}: ${words}`, { cause: error });
    this.name = 'ProviderScriptFailure';
  }
}

/** Tells the error reporter which provider's script failed, and with which of its codes. */
export const reportScriptFailure = (provider: string, error: unknown): void =>
  reportQuietly(new ProviderScriptFailure(provider, error));
