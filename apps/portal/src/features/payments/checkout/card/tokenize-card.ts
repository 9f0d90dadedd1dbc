import { CardRefused } from '../checkout.face.ts';
import {
  brokenScriptCode,
  type HostedFields,
  ProviderScriptError,
  type TokenRequest,
} from '../../drivers/card-driver.ts';

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
