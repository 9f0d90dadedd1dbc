import { z } from 'zod';
import { type Answer, type Call, type Operation, readBody } from '../operation.ts';
import { ProviderError } from '../provider-error.ts';
import { Amount, MerchantRefNum } from '../schemas.ts';
import { presentRecord, statusOf } from './payment-presenter.ts';
import { findRecord, insertRecord, isReferenceTaken, updateRecord } from './payment-records.ts';
import { processedAmount } from './processed-amount.ts';
import { readOperation, recordOf, searchOperation } from './record.operations.ts';
import { refuseDuplicate } from './refusals.ts';

const Cancellation = z.strictObject({ status: z.literal('CANCELLED') });

const Refund = z.strictObject({
  merchantRefNum: MerchantRefNum,
  amount: Amount.optional(),
  dupCheck: z.boolean().default(true),
});

const base = '/cardpayments/v1/accounts/:account';

export const settlementOperations: readonly Operation[] = [
  searchOperation('settlements'),
  readOperation('settlements'),
  {
    name: 'settlements.update',
    method: 'PUT',
    path: `${base}/settlements/:id`,
    keys: ['server'],
    handle: cancelSettlement,
  },
  {
    name: 'refunds.create',
    method: 'POST',
    path: `${base}/settlements/:id/refunds`,
    keys: ['server'],
    echoesReference: true,
    handle: refund,
  },
  searchOperation('refunds'),
  readOperation('refunds'),
  { name: 'refunds.update', method: 'PUT', path: `${base}/refunds/:id`, keys: ['server'], handle: cancelRefund },
  searchOperation('voidauths'),
  readOperation('voidauths'),
];

/** Cancels a settlement before its batch. The auth can then be settled again. */
function cancelSettlement(call: Call): Answer {
  const settlement = recordOf(call, 'settlements');
  readBody(Cancellation, call);
  if (statusOf(settlement, call.now) !== 'PENDING') throw new ProviderError('3415');
  const cancelled = updateRecord(call.sandbox.database, settlement, { status: 'CANCELLED', remaining: 0 });
  giveBack(call, 'auths', settlement.parentId, settlement.amount);
  return { status: 200, body: presentRecord(call.sandbox, cancelled, call.now) };
}

function refund(call: Call): Answer {
  const { database } = call.sandbox;
  const settlement = recordOf(call, 'settlements', new ProviderError('3407'));
  const { merchantRefNum, dupCheck, amount: asked = settlement.remaining } = readBody(Refund, call);
  const amount = processedAmount(call, asked);
  if (dupCheck && isReferenceTaken(database, 'refunds', settlement.accountId, merchantRefNum, call.now)) {
    return refuseDuplicate(call, 'refunds.create', merchantRefNum);
  }
  if (statusOf(settlement, call.now) !== 'COMPLETED') throw new ProviderError('3406');
  if (settlement.remaining === 0) throw new ProviderError('3404');
  if (amount < 1 || amount > settlement.remaining) throw new ProviderError('3402');
  // Its batch is over, also if the clock is moved back.
  updateRecord(database, settlement, { status: 'COMPLETED', remaining: settlement.remaining - amount });
  const booked = insertRecord(database, {
    kind: 'refunds',
    parentId: settlement.id,
    accountId: settlement.accountId,
    merchantRefNum,
    txnAt: call.now,
    visibleAt: call.now + call.invisibleMs,
    status: 'PENDING',
    amount,
    remaining: 0,
    details: {},
  });
  return { status: 200, body: presentRecord(call.sandbox, booked, call.now) };
}

function cancelRefund(call: Call): Answer {
  const found = recordOf(call, 'refunds');
  readBody(Cancellation, call);
  if (statusOf(found, call.now) !== 'PENDING') throw new ProviderError('3415');
  const cancelled = updateRecord(call.sandbox.database, found, { status: 'CANCELLED' });
  giveBack(call, 'settlements', found.parentId, found.amount);
  return { status: 200, body: presentRecord(call.sandbox, cancelled, call.now) };
}

function giveBack(call: Call, kind: 'auths' | 'settlements', id: string | null, amount: number): void {
  const parent = findRecord(call.sandbox.database, kind, call.account.accountId, id ?? '', call.now);
  if (parent !== undefined) updateRecord(call.sandbox.database, parent, { remaining: parent.remaining + amount });
}
