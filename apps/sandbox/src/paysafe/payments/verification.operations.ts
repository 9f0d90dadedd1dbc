import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { type Answer, type Call, type Operation, readBody } from '../operation.ts';
import { BillingAddress } from '../../cards/schemas.ts';
import { MerchantRefNum, PayerProfile, PaymentCard } from '../schemas.ts';
import { presentPaymentCard, resolveCard } from './payment-card.ts';
import { presentRecord } from './payment-presenter.ts';
import { insertRecord, isReferenceTaken } from './payment-records.ts';
import { readOperation, searchOperation } from './record.operations.ts';
import { refuseDuplicate } from './refusals.ts';

const Verification = z.strictObject({
  merchantRefNum: MerchantRefNum,
  dupCheck: z.boolean().default(true),
  card: PaymentCard,
  profile: PayerProfile.optional(),
  billingDetails: BillingAddress.optional(),
  customerIp: z.union([z.ipv4(), z.ipv6()]).optional(),
  description: z.string().max(255).optional(),
});

export const verificationOperations: readonly Operation[] = [
  {
    name: 'verifications.create',
    method: 'POST',
    path: '/cardpayments/v1/accounts/:account/verifications',
    keys: ['server'],
    echoesReference: true,
    handle: verify,
  },
  searchOperation('verifications'),
  readOperation('verifications'),
];

/** Asks the bank about a card without moving money. It does not spend a single-use token. */
function verify(call: Call): Answer {
  const body = readBody(Verification, call);
  const { database } = call.sandbox;
  const { accountId, currency } = call.account;
  if (body.dupCheck && isReferenceTaken(database, 'verifications', accountId, body.merchantRefNum, call.now)) {
    return refuseDuplicate(call, 'verifications.create', body.merchantRefNum);
  }
  const { instrument } = resolveCard(call, body.card);
  const verification = insertRecord(database, {
    kind: 'verifications',
    accountId,
    merchantRefNum: body.merchantRefNum,
    txnAt: call.now,
    visibleAt: call.now + call.invisibleMs,
    status: 'COMPLETED',
    amount: 0,
    remaining: 0,
    details: {
      card: presentPaymentCard(instrument),
      authCode: String(randomInt(100_000, 1_000_000)),
      profile: body.profile,
      billingDetails: body.billingDetails,
      customerIp: body.customerIp,
      description: body.description,
      currencyCode: currency,
      avsResponse: body.billingDetails === undefined ? 'NOT_PROCESSED' : 'MATCH',
      cvvVerification: body.card.cvv !== undefined || instrument.hasSecurityCode ? 'MATCH' : 'NOT_PROCESSED',
    },
  });
  return { status: 200, body: presentRecord(call.sandbox, verification, call.now) };
}
