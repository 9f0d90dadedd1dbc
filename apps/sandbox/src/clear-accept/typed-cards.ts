import { randomUUID } from 'node:crypto';
import type { ChallengeAnswer } from '../cards/bank-challenge.ts';
import { type Instrument, InvalidCard, makeInstrument } from '../cards/instrument.ts';
import { eciOf, findScenario } from '../cards/test-cards.ts';
import type { Sandbox } from '../sandbox.ts';
import { findKeptCard } from './kept-cards.ts';
import { findRequest, type PaymentRequest, storeRequest, type Threeds, type Typed } from './payment-requests.ts';
import { parse, Refusal } from './refusal.ts';
import { TypedCard } from './schemas.ts';
import { readFieldClaims } from './signed-claims.ts';

/** The answer of the provider's script to the page: a token, or a challenge that comes first. */
export interface TypedAnswer {
  readonly TokenId?: string;
  readonly CvvToken?: string;
  readonly Challenge?: { readonly AcsUrl: string; readonly Creq: string };
}

/** Binds the input of the fields to their payment request, and lets the bank check its customer. */
export function takeTypedCard(sandbox: Sandbox, fieldToken: string, body: unknown): TypedAnswer {
  const { request, now } = openFields(sandbox, fieldToken);
  const typed = tokenOf(sandbox, request, parse(TypedCard, body), now);
  const { result } = findScenario(typed.instrument.scenario);
  if (result !== 'C') {
    return answerOf(sandbox, { ...request, typed, challenge: undefined, threeds: threedsOf(typed, result) });
  }
  const challenge = { acsTransactionId: randomUUID(), serverTransactionId: randomUUID() };
  storeRequest(sandbox.database, { ...request, typed, challenge, threeds: threedsOf(typed, 'C') });
  const creq = {
    threeDSServerTransID: challenge.serverTransactionId,
    acsTransID: challenge.acsTransactionId,
    messageType: 'CReq',
    messageVersion: version,
    challengeWindowSize: '05',
  };
  return {
    Challenge: {
      AcsUrl: `${sandbox.origins.bank}/acs/challenge`,
      Creq: Buffer.from(JSON.stringify(creq)).toString('base64url'),
    },
  };
}

/** Finishes a challenge. A customer who has not answered the bank gave up. */
export function finishChallenge(sandbox: Sandbox, fieldToken: string): TypedAnswer {
  const { request } = openFields(sandbox, fieldToken);
  if (request.challenge === undefined) throw new Refusal(409, 'The bank has asked nothing.');
  return answerOf(sandbox, decide(sandbox, request, 'abandoned'));
}

/** Applies the bank's verdict. The first one counts. */
export function decide(sandbox: Sandbox, request: PaymentRequest, met: ChallengeAnswer): PaymentRequest {
  const { challenge, typed } = request;
  if (challenge === undefined || typed === undefined || challenge.verdict !== undefined) return request;
  const verdict = met === 'passed' ? (findScenario(typed.instrument.scenario).after ?? 'N') : 'N';
  const threeds = threedsOf(typed, verdict);
  return storeRequest(sandbox.database, { ...request, challenge: { ...challenge, verdict }, threeds });
}

/** Returns the request that a field token opens, if it is not confirmed yet. */
function openFields(sandbox: Sandbox, fieldToken: string): { request: PaymentRequest; now: number } {
  const claims = readFieldClaims(sandbox, fieldToken);
  const request = claims && findRequest(sandbox.database, claims.paymentRequestId);
  if (claims === undefined || request === undefined) throw new Refusal(401, 'The field token is not valid.');
  const now = sandbox.clock.now(request.merchantAccountId);
  if (claims.expiresAt <= now) throw new Refusal(401, 'The field token has expired.');
  if (request.confirmedAt !== undefined) throw new Refusal(409, 'The payment request is confirmed already.');
  return { request, now };
}

function tokenOf(sandbox: Sandbox, request: PaymentRequest, card: TypedCard, now: number): Typed {
  const { Cvv: cvv, CardNumber: cardNum, ExpiryDate: cardExpiry, AccountHolderName: holderName } = card;
  const stored = request.order.PaymentMethod?.Token;
  if (stored !== undefined) {
    if (cardNum !== undefined) throw new Refusal(400, 'The payment request is for a stored card.');
    const instrument = findKeptCard(sandbox.database, request.merchantAccountId, stored);
    if (instrument === undefined) throw new Refusal(400, 'The card token is not known.');
    refuseWrongCode(instrument, cvv);
    return { token: stored, cvvToken: `cvv_${randomUUID()}`, instrument };
  }
  if (cardNum === undefined || cardExpiry === undefined) throw new Refusal(400, 'The card is not complete.');
  try {
    const instrument = makeInstrument(sandbox, { cardNum, cardExpiry, cvv, holderName }, now);
    return { token: `cardtemp_${randomUUID()}`, instrument };
  } catch (error) {
    if (error instanceof InvalidCard) throw new Refusal(400, error.message);
    throw error;
  }
}

function refuseWrongCode({ cardType }: Instrument, cvv: string): void {
  if (cvv.length !== (cardType === 'AM' ? 4 : 3)) throw new Refusal(400, 'Wrong length for this card type');
}

const version = '2.2.0';

function threedsOf({ instrument }: Typed, status: string): Threeds {
  const isShifted = status === 'Y' || status === 'A';
  return {
    Eci: `0${eciOf(instrument.cardType, status)}`,
    ThreedsStatus: status === 'E' ? 'U' : status,
    Enrolled: 'Y',
    ThreedsId: randomUUID(),
    Version: version,
    LiabilityShiftStatus: isShifted ? 'shifted' : 'not_shifted',
  };
}

/** Gives the token to the page after every result of the bank. The merchant's server has to ask for the result. */
function answerOf(sandbox: Sandbox, request: PaymentRequest): TypedAnswer {
  const { typed } = storeRequest(sandbox.database, request);
  if (typed?.cvvToken !== undefined) return { CvvToken: typed.cvvToken };
  return typed ? { TokenId: typed.token } : {};
}
