// `paysafe.threedsecure`: the browser's part for a merchant who authenticates from its own server.
import { callBack } from './callback.ts';
import { openChallenge } from './challenge-frame-host.ts';
import { openSession } from './method-frame-host.ts';
import { assertArguments } from './script-api.ts';
import { fail, type ScriptError } from '../../cards/scripts/script-error.ts';

type Callback = (id: string | undefined, error: ScriptError | undefined) => void;

/**
 * Lets the bank fingerprint this browser, and returns the deviceFingerprintingId for the server's authentication
 * request. `options`: `environment` (TEST), `accountId`, `card` with `cardBin` or `paymentToken`.
 */
export function start(apiKey: string, options: unknown, callback: Callback): void {
  callBack(async () => {
    assertArguments(apiKey, options);
    const { accountId, card } = options;
    if (!isAccountId(accountId)) throw fail('merchant', 'Invalid accountId option.');
    return openSession(apiKey, accountId, readCard(card));
  }, callback);
}

/**
 * Shows the bank's challenge, over the page or inside `inlineSelector`. Returns the authentication's id when it is
 * over, even if the customer gave up. The server has to ask for the result.
 */
export function challenge(apiKey: string, options: unknown, callback: Callback): void {
  callBack(async () => {
    assertArguments(apiKey, options);
    const { sdkChallengePayload, inlineSelector } = options;
    if (typeof sdkChallengePayload !== 'string') throw fail('badArgument', 'Invalid sdkChallengePayload option.');
    const selector = typeof inlineSelector === 'string' ? inlineSelector : undefined;
    return (await openChallenge(apiKey, sdkChallengePayload, selector)).id;
  }, callback);
}

/** Accepts a number, or digits as text, which the documentation's example uses. */
const isAccountId = (value: unknown): value is string | number =>
  Number.isInteger(value) || (typeof value === 'string' && /^\d+$/.test(value));

function readCard(card: unknown): { cardBin: string } | { paymentToken: string } {
  const { cardBin, paymentToken } = (card ?? {}) as Record<string, unknown>;
  if (typeof cardBin === 'string') return { cardBin };
  if (typeof paymentToken === 'string') return { paymentToken };
  throw fail('badArgument', 'Invalid card option: cardBin or paymentToken expected.');
}
