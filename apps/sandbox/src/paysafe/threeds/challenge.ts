import { randomUUID } from 'node:crypto';
import type { ChallengeAnswer } from '../../cards/bank-challenge.ts';
import type { Sandbox } from '../../sandbox.ts';
import type { Call } from '../operation.ts';
import { presentPaymentCard, type ResolvedCard } from '../payments/payment-card.ts';
import type { Scenario } from '../../cards/test-cards.ts';
import type { AuthenticationRequest } from './authentication-request.ts';
import { type Authentication, type AuthenticationFields, updateAuthentication } from './authentications.ts';
import { proofOf, type ThreeDResult } from '../../cards/challenge-outcome.ts';

interface Question {
  readonly body: AuthenticationRequest;
  readonly card: ResolvedCard;
  readonly scenario: Scenario;
}

/** Returns the bank's first answer about a card: a result, or a challenge that the browser has to show. */
export function authenticationOf(call: Call, { body, card, scenario }: Question): Authentication {
  const { instrument } = card;
  const id = randomUUID();
  const acsTransactionId = randomUUID();
  const threeDSecureServerTransactionId = randomUUID();
  const isChallenge = scenario.result === 'C';
  const isOldVersion = scenario.enrollment !== undefined;
  const version = isOldVersion ? '1.0.2' : '2.2.0';
  const challenge = { id, acsTransactionId, threeDSecureServerTransactionId, version };
  const fields: AuthenticationFields = {
    amount: body.amount,
    currency: body.currency,
    deviceFingerprintingId: body.deviceFingerprintingId,
    threeDSecureVersion: version,
    ...(isOldVersion ? { threeDEnrollment: scenario.enrollment } : { threeDResult: scenario.result }),
    ...(isOldVersion ? { xid: randomUUID() } : proofOf(instrument.cardType, scenario.result)),
    ...(instrument.cardType === 'MC' ? { directoryServerTransactionId: randomUUID() } : {}),
    threeDSecureServerTransactionId,
    ...(isChallenge ? challengeFields(call, challenge) : {}),
    card: presentPaymentCard(instrument),
    errorCode: scenario.errorCode,
  };
  return {
    id,
    accountId: call.account.accountId,
    merchantRefNum: body.merchantRefNum,
    acsTransactionId,
    createdAt: call.now,
    status: isChallenge ? 'PENDING' : scenario.errorCode === undefined ? 'COMPLETED' : 'FAILED',
    cardFingerprint: instrument.fingerprint,
    cardPaymentToken: body.card.paymentToken ?? null,
    fields,
    bank: {
      merchantName: body.merchantName ?? new URL(body.merchantUrl).hostname,
      cardType: instrument.cardType,
      lastDigits: instrument.lastDigits,
      acceptHeader: body.browserDetails?.acceptHeader,
      after: scenario.after,
    },
  };
}

/** Returns the address of the bank's challenge page. */
function acsUrlOf(sandbox: Sandbox): string {
  return `${sandbox.origins.bank}/acs/challenge`;
}

interface NewChallenge {
  readonly id: string;
  readonly acsTransactionId: string;
  readonly threeDSecureServerTransactionId: string;
  readonly version: string;
}

/**
 * Returns the fields that the browser needs for the challenge: one opaque text for the script, whose inner payload
 * is signed.
 */
function challengeFields(call: Call, challenge: NewChallenge): Partial<AuthenticationFields> {
  const { accountId } = call.account;
  const acsUrl = acsUrlOf(call.sandbox);
  const request = {
    threeDSServerTransID: challenge.threeDSecureServerTransactionId,
    acsTransID: challenge.acsTransactionId,
    messageType: 'CReq',
    messageVersion: challenge.version,
    challengeWindowSize: '05',
  };
  const payload = call.sandbox.secrets.sign({
    authenticationId: challenge.id,
    acsUrl,
    creq: Buffer.from(JSON.stringify(request)).toString('base64url'),
  });
  const forScript = {
    id: challenge.id,
    accountId,
    transactionId: challenge.acsTransactionId,
    payload,
    threeDSecureVersion: challenge.version,
  };
  return { sdkChallengePayload: Buffer.from(JSON.stringify(forScript)).toString('base64'), acsUrl };
}

/** Applies the bank's verdict. It ends a pending challenge once; later answers change nothing. */
export function decideChallenge(sandbox: Sandbox, pending: Authentication, answer: ChallengeAnswer): Authentication {
  if (pending.status !== 'PENDING') return pending;
  const result = answer === 'passed' ? (pending.bank.after ?? 'N') : 'N';
  const decided: Authentication = {
    ...pending,
    status: result === 'E' ? 'FAILED' : 'COMPLETED',
    fields: { ...pending.fields, sdkChallengePayload: undefined, acsUrl: undefined, ...outcomeFields(pending, result) },
    bank: { ...pending.bank, decided: result },
  };
  updateAuthentication(sandbox.database, decided);
  return decided;
}

function outcomeFields(pending: Authentication, result: 'Y' | 'N' | 'U' | 'E'): Partial<AuthenticationFields> {
  const threeDResult: ThreeDResult = result;
  const signature = pending.fields.threeDEnrollment === undefined ? {} : ({ signatureStatus: 'Y' } as const);
  return {
    threeDResult,
    ...signature,
    ...proofOf(pending.bank.cardType, threeDResult),
    ...(result === 'E' ? { errorCode: '1007' } : {}),
  };
}
