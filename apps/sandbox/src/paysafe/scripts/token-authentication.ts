import { fail, newId } from '../../cards/scripts/script-error.ts';
import { post } from './script-api.ts';
import { openChallenge } from './challenge-frame-host.ts';
import { openSession } from './method-frame-host.ts';

/** The `threeDS` option of `tokenize`: the script authenticates the token by itself. */
export interface ThreeDSOptions {
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly accountId: number;
  readonly useThreeDSecureVersion2?: boolean;
  readonly authenticationPurpose?: string;
  readonly requestorChallengePreference?: string;
  readonly merchantUrl?: string;
  readonly merchantName?: string;
  readonly merchantRefNum?: string;
  readonly profile?: Readonly<Record<string, string>>;
}

/** Refuses the options that the real script refuses before it calls anybody. */
export function assertThreeDS(options: ThreeDSOptions, holderName: string | undefined): void {
  const { amount, accountId, useThreeDSecureVersion2: isVersion2 = false } = options;
  if (!Number.isInteger(accountId)) throw fail('badArgument', 'threeDS.accountId has to be a number.');
  const least = isVersion2 ? 0 : 1;
  if (!Number.isInteger(amount) || amount < least || amount > 999_999_999) {
    throw fail('badArgument', 'threeDS.amount has to be a number of minor units of at most nine digits.');
  }
  if (isVersion2 && (holderName ?? '') === '') throw fail('badArgument', 'vault.holderName is needed with threeDS.');
}

/** Authenticates the card behind a token. Throws 9040 if the result does not allow a payment. */
export async function authenticateToken(apiKey: string, paymentToken: string, options: ThreeDSOptions): Promise<void> {
  const { accountId } = options;
  const deviceFingerprintingId = await openSession(apiKey, accountId, { paymentToken });
  const path = `/threedsecure/v2/accounts/${accountId}/authentications`;
  const body = requestBody(paymentToken, deviceFingerprintingId, options);
  const answer = await post(path, apiKey, body, 'merchant');
  let result = answer['threeDResult'];
  if (answer['status'] === 'PENDING') {
    result = (await openChallenge(apiKey, String(answer['sdkChallengePayload']))).threeDResult;
  }
  if (result !== 'Y' && result !== 'A') throw fail('authentication', 'Authentication result is not accepted.');
}

function requestBody(paymentToken: string, deviceFingerprintingId: string, options: ThreeDSOptions): object {
  return {
    merchantRefNum: options.merchantRefNum ?? newId(),
    amount: options.amount,
    currency: options.currency,
    merchantUrl: options.merchantUrl ?? location.origin,
    merchantName: options.merchantName,
    card: { paymentToken },
    profile: options.profile,
    deviceFingerprintingId,
    deviceChannel: 'BROWSER',
    messageCategory: options.amount === 0 ? 'NON_PAYMENT' : 'PAYMENT',
    authenticationPurpose: options.authenticationPurpose ?? 'PAYMENT_TRANSACTION',
    requestorChallengePreference: options.requestorChallengePreference,
    browserDetails: {
      javaEnabled: false,
      javascriptEnabled: true,
      language: navigator.language,
      colorDepthBits: '24',
      screenHeight: screen.height,
      screenWidth: screen.width,
      timezoneOffset: new Date().getTimezoneOffset(),
      userAgent: navigator.userAgent,
    },
  };
}
