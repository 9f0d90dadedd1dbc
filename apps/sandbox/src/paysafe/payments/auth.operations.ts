import { z } from 'zod';
import { type Answer, type Call, type Operation, readBody } from '../operation.ts';
import { type ErrorCode, ProviderError } from '../provider-error.ts';
import { Amount, MerchantRefNum } from '../schemas.ts';
import { authorise, bookSettlement } from './authorisation.ts';
import { presentRecord } from './payment-presenter.ts';
import { insertRecord, isReferenceTaken, updateRecord } from './payment-records.ts';
import { processedAmount } from './processed-amount.ts';
import { readOperation, recordOf, searchOperation } from './record.operations.ts';
import { refuseDuplicate } from './refusals.ts';

const Release = z.strictObject({ status: z.enum(['COMPLETED', 'CANCELLED']) });

const PartOfAuth = z.strictObject({
  merchantRefNum: MerchantRefNum,
  amount: Amount.optional(),
  dupCheck: z.boolean().default(true),
});

const base = '/cardpayments/v1/accounts/:account';

export const authOperations: readonly Operation[] = [
  {
    name: 'auths.create',
    method: 'POST',
    path: `${base}/auths`,
    keys: ['server'],
    echoesReference: true,
    handle: authorise,
  },
  searchOperation('auths'),
  readOperation('auths'),
  { name: 'auths.update', method: 'PUT', path: `${base}/auths/:id`, keys: ['server'], handle: release },
  {
    name: 'settlements.create',
    method: 'POST',
    path: `${base}/auths/:id/settlements`,
    keys: ['server'],
    echoesReference: true,
    handle: settle,
  },
  {
    name: 'voidauths.create',
    method: 'POST',
    path: `${base}/auths/:id/voidauths`,
    keys: ['server'],
    echoesReference: true,
    handle: voidAuth,
  },
];

/** Approves or cancels a payment that the risk department held. */
function release(call: Call): Answer {
  const auth = recordOf(call, 'auths');
  const { status } = readBody(Release, call);
  if (auth.status !== 'HELD') throw new ProviderError('3415');
  const released = updateRecord(call.sandbox.database, auth, {
    status,
    remaining: status === 'CANCELLED' ? 0 : auth.remaining,
  });
  if (status === 'COMPLETED' && auth.details['settleWithAuth'] === true) bookSettlement(call, released);
  return { status: 200, body: presentRecord(call.sandbox, released, call.now) };
}

function settle(call: Call): Answer {
  return takePart(call, 'settlements', { missing: '3201', over: '3203', tooMuch: '3204' });
}

function voidAuth(call: Call): Answer {
  return takePart(call, 'voidauths', { missing: '3500', over: '3502', tooMuch: '3501' });
}

/** The refusals of the two calls: an unknown auth, one with nothing left, and more than is left. */
interface PartRefusals {
  readonly missing: ErrorCode;
  readonly over: ErrorCode;
  readonly tooMuch: ErrorCode;
}

/** Settles or voids a part of the amount that an auth reserved. Without an amount, all of it. */
function takePart(call: Call, kind: 'settlements' | 'voidauths', refusals: PartRefusals): Answer {
  const { database } = call.sandbox;
  const auth = recordOf(call, 'auths', new ProviderError(refusals.missing));
  const { merchantRefNum, dupCheck, amount: asked = auth.remaining } = readBody(PartOfAuth, call);
  const amount = processedAmount(call, asked);
  if (dupCheck && isReferenceTaken(database, kind, auth.accountId, merchantRefNum, call.now)) {
    return refuseDuplicate(call, `${kind}.create`, merchantRefNum);
  }
  if (auth.status !== 'COMPLETED' || auth.remaining === 0) throw new ProviderError(refusals.over);
  if (amount < 1 || amount > auth.remaining) throw new ProviderError(refusals.tooMuch);
  updateRecord(database, auth, { remaining: auth.remaining - amount });
  const part = insertRecord(database, {
    kind,
    parentId: auth.id,
    accountId: auth.accountId,
    merchantRefNum,
    txnAt: call.now,
    visibleAt: call.now + call.invisibleMs,
    status: kind === 'settlements' ? 'PENDING' : 'COMPLETED',
    amount,
    remaining: kind === 'settlements' ? amount : 0,
    details: {},
  });
  return { status: 200, body: presentRecord(call.sandbox, part, call.now) };
}
