import { isIP } from 'node:net';
import type {
  CardAuthentication,
  EnrollInput,
  EnrollmentStep,
  FinishInput,
  PaymentStep,
  Version1,
} from '../card-payments.ts';
import type { PaymentAttempt } from '../payment-attempt.ts';
import { decideAnsweredVersion1, decideThreeDSecure } from '../three-d-secure.ts';
import { callPaysafe } from './http-client.ts';
import type { PaysafeSettings } from './settings.ts';
import { stepFrom } from './step.ts';
import { Enrollment, EnrollmentResult } from './wire.ts';

const version = '1.0.2';

/** The provider's 3-D Secure 1. */
export function openVersion1(settings: PaysafeSettings): Version1 {
  return {
    bankOrigins: settings.bankOrigins,
    enroll: (attempt, input) => enroll(settings, attempt, input),
    finish: (attempt, input) => finish(settings, attempt, input),
  };
}

const checksOf = ({ account }: PaymentAttempt) =>
  `/threedsecure/v1/accounts/${encodeURIComponent(account)}/enrollmentchecks`;

async function enroll(
  settings: PaysafeSettings,
  attempt: PaymentAttempt,
  { reference, paymentToken, merchant, browser }: EnrollInput,
): Promise<EnrollmentStep> {
  const { userAgent, accept, ip } = browser;
  const answer = await callPaysafe(settings, {
    method: 'POST',
    path: checksOf(attempt),
    body: {
      merchantRefNum: reference,
      amount: attempt.amountMinor,
      currency: attempt.currency,
      ...(isIP(ip) ? { customerIp: ip } : {}),
      userAgent,
      acceptHeader: accept,
      merchantUrl: merchant.url,
      card: { paymentToken },
    },
  });
  return stepFrom(answer, Enrollment, (found) => decide(found, reference, settings.bankOrigins));
}

function decide(found: Enrollment, reference: string, bankOrigins: readonly string[]): EnrollmentStep {
  const { id, status, threeDEnrollment: enrollment, acsURL, paReq } = found;
  const proof = withoutEmpty({
    id,
    eci: numberOf(found.eci),
    threeDEnrollment: enrollment,
    threeDSecureVersion: version,
  });
  const authentication: CardAuthentication = { id, status, version: 1, enrollment, result: null, proof };
  const refuse = (code: string): EnrollmentStep => ({
    kind: 'declined',
    authentication,
    refusal: { code, message: null },
  });
  if (found.merchantRefNum !== reference) return refuse('AUTHENTICATION_MISMATCH');
  if (status !== 'COMPLETED') return refuse('AUTHENTICATION_FAILED');
  const hasChallengePayload = acsURL !== null && paReq !== null && isOneOf(bankOrigins, acsURL);
  const cardType = found.card?.type ?? null;
  const outcome = decideThreeDSecure({ version: 1, cardType, enrollment, result: null, hasChallengePayload });
  if (outcome === 'proceed') return { kind: 'ready', authentication };
  if (outcome === 'challenge' && acsURL !== null && paReq !== null)
    return { kind: 'challenge', authentication, acsUrl: acsURL, paReq };
  return refuse('AUTHENTICATION_FAILED');
}

/** DANGER: the customer's browser is sent there with the payment's details. */
const isOneOf = (origins: readonly string[], url: string) => URL.canParse(url) && origins.includes(new URL(url).origin);

async function finish(
  settings: PaysafeSettings,
  attempt: PaymentAttempt,
  { enrollmentId, reference, paRes }: FinishInput,
): Promise<Exclude<PaymentStep, { kind: 'challenge' }>> {
  const answer = await callPaysafe(settings, {
    method: 'POST',
    path: `${checksOf(attempt)}/${encodeURIComponent(enrollmentId)}/authentications`,
    body: { merchantRefNum: reference, paRes },
  });
  return stepFrom(answer, EnrollmentResult, (found) => stepOf(found, enrollmentId));
}

function stepOf(found: EnrollmentResult, id: string): Exclude<PaymentStep, { kind: 'challenge' }> {
  const { status, threeDResult, signatureStatus, cavv, xid } = found;
  const eci = numberOf(found.eci);
  const said = { cavv, xid, threeDResult, signatureStatus, threeDSecureVersion: version };
  const proof = withoutEmpty({ eci, threeDEnrollment: 'Y', ...said });
  const authentication = { id, status, version: 1, enrollment: 'Y', result: threeDResult, proof };
  const passes = status === 'COMPLETED' && decideAnsweredVersion1(threeDResult, signatureStatus) === 'proceed';
  if (passes) return { kind: 'ready', authentication };
  return { kind: 'declined', authentication, refusal: { code: 'AUTHENTICATION_FAILED', message: null } };
}

/** Reads the indicator. The provider writes -1 if there is none. */
function numberOf(eci: string | number | null | undefined): number | null {
  return eci === null || eci === undefined || Number(eci) < 0 ? null : Number(eci);
}

const withoutEmpty = (proof: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(proof).filter(([, value]) => value !== null));
