import { reportQuietly } from '../../lib/unhandled-errors.ts';
import { ProviderScriptError } from './drivers/card-driver.ts';

/** The failure of a provider's script, as it appears in the marina's error reports. */
class ProviderScriptFailure extends Error {
  constructor(provider: string, error: unknown) {
    const [code, words] =
      error instanceof ProviderScriptError ? [error.code, error.providerMessage] : ['not loaded', String(error)];
    super(`${provider}: ${code}: ${words}`, { cause: error });
    this.name = 'ProviderScriptFailure';
  }
}

/** Reports which provider's script failed, with its code. */
export const reportScriptFailure = (provider: string, error: unknown): void =>
  reportQuietly(new ProviderScriptFailure(provider, error));
