import { shareReference } from '../../../lib/errors/error-references.ts';
import { reportQuietly } from '../../../lib/errors/unhandled-errors.ts';
import { CardRefused } from './checkout-problem.ts';
import { brokenScriptCode, ProviderScriptError } from '../drivers/card-driver.ts';

/** The failure of a provider's script, as it appears in the marina's error reports. */
class ProviderScriptFailure extends Error {
  constructor(provider: string, error: unknown) {
    const failure = error instanceof CardRefused ? error.cause : error;
    const [code, words] =
      failure instanceof ProviderScriptError
        ? [failure.code, failure.providerMessage]
        : ['not loaded', String(failure)];
    super(`${provider}: ${code}: ${words}`, { cause: error });
    // A name of its own: a refused card is rarely a fault of the script.
    this.name = error instanceof CardRefused ? 'ProviderScriptRefusal' : 'ProviderScriptFailure';
  }
}

/**
 * Reports which provider's script failed, with its code (CARD-9).
 * @returns the reference of the report, for the customer to quote (decision P8.1)
 */
export function reportScriptFailure(provider: string, error: unknown): string {
  const failure = new ProviderScriptFailure(provider, error);
  const reference = shareReference(failure, error);
  reportQuietly(failure);
  return reference;
}

/** Reports script errors and refused cards. The page that offers a reload reports a broken script itself. */
export function reportIfOfScript(provider: string, error: unknown): void {
  const isBroken = error instanceof ProviderScriptError && error.code === brokenScriptCode;
  const isOfScript = error instanceof ProviderScriptError || error instanceof CardRefused;
  if (isOfScript && !isBroken) reportScriptFailure(provider, error);
}
