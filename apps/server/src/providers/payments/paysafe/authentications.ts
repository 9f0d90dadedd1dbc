import { isIP } from 'node:net';
import { asProviderText, cutText } from '@quayside/contract/shared/provider-text.ts';
import type { PaymentStep, ResumeInput, StartInput } from '../card-payments.ts';
import type { PaymentAttempt } from '../payment-attempt.ts';
import {
  decideAnsweredVersion1,
  decideThreeDSecure,
  refusalCodeOf,
  type ThreeDSecureOutcome,
} from '../three-d-secure.ts';
import { wireEmail } from '../wire-email.ts';
import { callPaysafe } from './http-client.ts';
import { wirePhone, withoutEmpty } from './payer.ts';
import type { PaysafeSettings } from './settings.ts';
import { stepFrom } from './step.ts';
import { Authentication } from './wire.ts';

/** Asks the bank about its customer. */
export async function startAuthentication(
  settings: PaysafeSettings,
  attempt: PaymentAttempt,
  input: StartInput,
): Promise<PaymentStep> {
  const answer = await callPaysafe(settings, {
    method: 'POST',
    path: `/threedsecure/v2/accounts/${encodeURIComponent(attempt.account)}/authentications`,
    body: requestOf(attempt, input),
  });
  return stepFrom(answer, Authentication, (found) => decide(found, attempt, input.reference, false));
}

/** Reads the result of a challenge from the provider. The browser's word does not count. */
export async function resumeAuthentication(
  settings: PaysafeSettings,
  attempt: PaymentAttempt,
  { authenticationId, reference }: ResumeInput,
): Promise<PaymentStep> {
  const account = encodeURIComponent(attempt.account);
  const answer = await callPaysafe(settings, {
    method: 'GET',
    path: `/threedsecure/v2/accounts/${account}/authentications/${encodeURIComponent(authenticationId)}`,
  });
  return stepFrom(answer, Authentication, (found) => decide(found, attempt, reference, true));
}

function requestOf(attempt: PaymentAttempt, input: StartInput): Record<string, unknown> {
  const { userAgent, accept, ip, ...details } = input.browser;
  return {
    merchantRefNum: input.reference,
    amount: attempt.amountMinor,
    currency: attempt.currency,
    merchantName: cutText(asProviderText(input.merchant.name), 100),
    merchantUrl: input.merchant.url,
    card: { paymentToken: input.paymentToken },
    profile: profileOf(input.profile),
    deviceFingerprintingId: input.deviceFingerprintingId,
    deviceChannel: 'BROWSER',
    messageCategory: 'PAYMENT',
    transactionIntent: 'GOODS_OR_SERVICE_PURCHASE',
    authenticationPurpose: 'PAYMENT_TRANSACTION',
    requestorChallengePreference: 'NO_PREFERENCE',
    browserDetails: {
      ...details,
      userAgent,
      acceptHeader: accept,
      ...(isIP(ip) ? { customerIp: ip } : {}),
    },
  };
}

function profileOf({ email = '', phone = '', cellPhone = '' }: StartInput['profile']): Record<string, string> {
  return withoutEmpty({ email: wireEmail(email), phone: wirePhone(phone), cellPhone: wirePhone(cellPhone) });
}

function decide(found: Authentication, attempt: PaymentAttempt, reference: string, resumed: boolean): PaymentStep {
  const authentication = {
    id: found.id,
    status: found.status,
    version: Number(found.threeDSecureVersion[0]) || 0,
    enrollment: found.threeDEnrollment,
    result: found.threeDResult,
    proof: proofOf(found),
  };
  const refuse = (code: string): PaymentStep => ({
    kind: 'declined',
    authentication,
    refusal: { code, message: null },
  });
  const isOurs =
    found.merchantRefNum === reference && found.amount === attempt.amountMinor && found.currency === attempt.currency;
  if (!isOurs) return refuse('AUTHENTICATION_MISMATCH');
  const outcome = outcomeOf(found, authentication.version, resumed);
  if (outcome === 'proceed') return { kind: 'ready', authentication };
  if (outcome === 'challenge' && found.sdkChallengePayload !== null)
    return { kind: 'challenge', authentication, payload: found.sdkChallengePayload };
  return refuse(refusalCodeOf(found.threeDResult));
}

function outcomeOf(found: Authentication, version: number, resumed: boolean): ThreeDSecureOutcome {
  if (found.status !== 'COMPLETED' && found.status !== 'PENDING') return 'fail';
  if (version === 1 && resumed && found.status === 'COMPLETED')
    return decideAnsweredVersion1(found.threeDResult, found.signatureStatus);
  const outcome = decideThreeDSecure({
    version,
    cardType: found.card?.type ?? null,
    enrollment: found.threeDEnrollment,
    result: found.threeDResult,
    hasChallengePayload: found.sdkChallengePayload !== null,
  });
  // A result counts when the authentication is over, and a challenge only before that.
  const expected = found.status === 'PENDING' ? 'challenge' : 'proceed';
  return outcome === expected ? outcome : 'fail';
}

/** Returns the part of the authentication that the charge carries. */
function proofOf(found: Authentication): Record<string, unknown> {
  const proof = {
    id: found.id,
    eci: found.eci === null || found.eci === undefined ? undefined : Number(found.eci),
    cavv: found.cavv,
    xid: found.xid,
    threeDEnrollment: found.threeDEnrollment,
    threeDResult: found.threeDResult,
    signatureStatus: found.signatureStatus,
    directoryServerTransactionId: found.directoryServerTransactionId,
    threeDSecureVersion: found.threeDSecureVersion,
  };
  return Object.fromEntries(Object.entries(proof).filter(([, value]) => value !== null && value !== undefined));
}
