// `paysafe.threedsecure`: what a merchant who authenticates from his own server needs in the browser.
import { callBack } from './callback.ts';
import { openChallenge } from './challenge-frame-host.ts';
import { openSession } from './method-frame-host.ts';
import { assertArguments } from './script-api.ts';
import { fail, type ScriptError } from './script-error.ts';

type Callback = (id: string | undefined, error: ScriptError | undefined) => void;

/**
 * Lets the bank look at this browser, and gives the deviceFingerprintingId for the server's authentication request.
 * `options`: `environment` (TEST), `accountId`, `card` with `cardBin` or `paymentToken`.
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
 * Shows the bank's challenge, over the page or inside `inlineSelector`, and gives the authentication's id once it is over,
 * also when the customer gave up. What came of it is for the server to ask.
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

/** A number; its documentation's example has it as text. */
const isAccountId = (value: unknown): value is string | number =>
  Number.isInteger(value) || (typeof value === 'string' && /^\d+$/.test(value));

function readCard(card: unknown): { cardBin: string } | { paymentToken: string } {
  const { cardBin, paymentToken } = (card ?? {}) as Record<string, unknown>;
  if (typeof cardBin === 'string') return { cardBin };
  if (typeof paymentToken === 'string') return { paymentToken };
  throw fail('badArgument', 'Invalid card option: cardBin or paymentToken expected.');
}
