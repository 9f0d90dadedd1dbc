import { randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type Answer, type Call, type Operation, readBody, timestamp } from '../operation.ts';
import { presentPaymentCard, type ResolvedCard, resolveCard } from '../payments/payment-card.ts';
import { refuseDuplicate } from '../payments/refusals.ts';
import { fieldError, unknownId } from '../provider-error.ts';
import { Amount, MerchantRefNum, PaymentCard } from '../schemas.ts';
import { eciOf, findScenario } from '../../cards/test-cards.ts';
import {
  type Authentication,
  findAuthentication,
  insertAuthentication,
  isAuthenticationReferenceTaken,
  updateAuthentication,
} from './authentications.ts';
import { toVersion1 } from './bank-challenges.ts';
import { encodePaReq, readPaRes } from '../../cards/version-1-messages.ts';

// 3-D Secure 1: the schemes have ended it, but merchants of the test system may still use it.

const EnrollmentRequest = z.strictObject({
  merchantRefNum: MerchantRefNum,
  amount: Amount,
  currency: z.string().regex(/^[A-Z]{3}$/, 'Three-letter currency code expected'),
  customerIp: z.union([z.ipv4(), z.ipv6()]).optional(),
  userAgent: z.string().max(2048),
  acceptHeader: z.string().max(2048),
  merchantUrl: z.url('Invalid address').max(2048),
  card: PaymentCard,
});

const AuthenticationRequest = z.strictObject({
  merchantRefNum: MerchantRefNum,
  paRes: z.string().min(1).max(32_000),
});

const base = '/threedsecure/v1/accounts/:account/enrollmentchecks';

export const enrollmentOperations: readonly Operation[] = [
  { name: 'enrollments.create', method: 'POST', path: base, keys: ['server'], echoesReference: true, handle: create },
  {
    name: 'enrollments.authenticate',
    method: 'POST',
    path: `${base}/:id/authentications`,
    keys: ['server'],
    echoesReference: true,
    handle: authenticate,
  },
];

function create(call: Call): Answer {
  const body = readBody(EnrollmentRequest, call);
  const { database } = call.sandbox;
  const { accountId, currency } = call.account;
  if (isAuthenticationReferenceTaken(database, accountId, body.merchantRefNum)) {
    return refuseDuplicate(call, 'enrollments.create', body.merchantRefNum);
  }
  if (body.currency !== currency) throw fieldError('currency', `The account is in ${currency}`);
  const enrollment = enrollmentOf(call, body, resolveCard(call, body.card));
  insertAuthentication(database, enrollment);
  return { status: 200, body: presentEnrollment(call, enrollment) };
}

/** Looks up the enrolment. A card is enrolled if its bank challenges in version 2. A failed look-up is "unknown". */
function enrollmentOf(call: Call, body: z.output<typeof EnrollmentRequest>, card: ResolvedCard): Authentication {
  const { instrument } = card;
  const scenario = findScenario(instrument.scenario);
  const enrollment = scenario.enrollment ?? (scenario.result === 'C' ? 'Y' : 'N');
  return {
    id: randomUUID(),
    accountId: call.account.accountId,
    merchantRefNum: body.merchantRefNum,
    acsTransactionId: randomUUID(),
    createdAt: call.now,
    status: enrollment === 'Y' ? 'PENDING' : 'COMPLETED',
    cardFingerprint: instrument.fingerprint,
    cardPaymentToken: body.card.paymentToken ?? null,
    fields: {
      amount: body.amount,
      currency: body.currency,
      threeDSecureVersion: '1.0.2',
      threeDEnrollment: enrollment,
      xid: randomBytes(20).toString('base64'),
      ...(enrollment === 'N' ? { eci: eciOf(instrument.cardType, 'A') } : {}),
      threeDSecureServerTransactionId: randomUUID(),
      card: presentPaymentCard(instrument),
    },
    bank: {
      merchantName: new URL(body.merchantUrl).hostname,
      cardType: instrument.cardType,
      lastDigits: instrument.lastDigits,
      after: scenario.after,
    },
  };
}

function presentEnrollment({ sandbox }: Call, enrollment: Authentication): Record<string, unknown> {
  const { threeDEnrollment, eci, card } = enrollment.fields;
  const href = `${sandbox.origins.provider}${base.replace(':account', enrollment.accountId)}/${enrollment.id}`;
  const question =
    threeDEnrollment === 'Y'
      ? {
          acsURL: `${sandbox.origins.bank}/acs/v1`,
          paReq: encodePaReq(toVersion1(sandbox, enrollment), enrollment.createdAt),
        }
      : {};
  return {
    links: [{ rel: 'self', href }],
    id: enrollment.id,
    merchantRefNum: enrollment.merchantRefNum,
    txnTime: timestamp(enrollment.createdAt),
    status: 'COMPLETED',
    threeDEnrollment,
    eci: eci ?? -1,
    card,
    ...question,
  };
}

/** Takes the bank's answer, which reaches the provider only through the merchant. So the bank's signature counts. */
function authenticate(call: Call): Answer {
  const { merchantRefNum, paRes } = readBody(AuthenticationRequest, call);
  const id = call.params['id'] ?? '';
  const { database } = call.sandbox;
  const pending = findAuthentication(database, call.account.accountId, id);
  if (pending === undefined || pending.fields.threeDEnrollment !== 'Y') throw unknownId(id);
  const said = readPaRes(call.sandbox, paRes);
  if (said === undefined) throw fieldError('paRes', 'Not a PaRes message');
  if (said.xid !== pending.fields.xid) throw fieldError('paRes', 'Of another transaction');
  const { cardType } = pending.bank;
  const result = said.isSigned ? said.status : 'U';
  const decided: Authentication = {
    ...pending,
    status: 'COMPLETED',
    fields: {
      ...pending.fields,
      threeDResult: result,
      signatureStatus: said.isSigned ? 'Y' : 'N',
      eci: eciOf(cardType, result),
      ...(said.isSigned && said.cavv !== undefined ? { cavv: said.cavv } : {}),
    },
  };
  // A known result stays: a second answer by the bank to the same request has no effect.
  const known = pending.status === 'PENDING' ? decided : pending;
  updateAuthentication(database, known);
  const { threeDResult, signatureStatus, eci, cavv, xid } = known.fields;
  return {
    status: 200,
    body: {
      id: randomUUID(),
      merchantRefNum,
      txnTime: timestamp(call.now),
      status: 'COMPLETED',
      threeDResult,
      signatureStatus,
      eci,
      cavv,
      xid,
    },
  };
}
