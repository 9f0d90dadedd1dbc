import { CardRefused } from './checkout-problem.ts';
import { brokenScriptCode, type HostedFields, ProviderScriptError, type TokenRequest } from './drivers/card-driver.ts';

/**
 * A single-use token of what was typed into the frames.
 * @throws {CardRefused} with the reason; {ProviderScriptError} where the script broke
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
