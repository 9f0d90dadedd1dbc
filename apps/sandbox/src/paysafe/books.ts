import type { Account } from './merchants.ts';
import type { Sandbox } from '../sandbox.ts';
import { timestamp } from './operation.ts';
import { presentRecord, statusOf } from './payments/payment-presenter.ts';
import { listRecords, type PaymentRecord, type RecordKind } from './payments/payment-records.ts';
import { listRefusals } from './payments/refusals.ts';
import { listAuthentications } from './threeds/authentications.ts';

const kinds: readonly RecordKind[] = ['auths', 'settlements', 'refunds', 'voidauths', 'verifications'];

/** Returns everything that the provider knows about one account, with hidden transactions and refused repeats. */
export function readBooks(sandbox: Sandbox, account: Account): object {
  const { database } = sandbox;
  const now = sandbox.clock.now(account.serverKey);
  const records = new Map(kinds.map((kind) => [kind, listRecords(database, kind, account.accountId, now)]));
  const settled = (records.get('settlements') ?? []).filter(({ status }) => status !== 'CANCELLED');
  const refunded = (records.get('refunds') ?? []).filter(({ status }) => status !== 'CANCELLED');
  return {
    accountId: account.accountId,
    currency: account.currency,
    charged: sum(settled) - sum(refunded),
    ...Object.fromEntries(
      [...records].map(([kind, list]) => [kind, list.map((record) => entry(sandbox, record, now))]),
    ),
    authentications: listAuthentications(database, account.accountId).map((authentication) => ({
      id: authentication.id,
      merchantRefNum: authentication.merchantRefNum,
      status: authentication.status,
      acceptHeader: authentication.bank.acceptHeader,
      ...authentication.fields,
    })),
    refusals: listRefusals(database, account.accountId).map((refusal) => ({ ...refusal, at: timestamp(refusal.at) })),
  };
}

function entry(sandbox: Sandbox, record: PaymentRecord, now: number): object {
  return {
    ...presentRecord(sandbox, record, now),
    status: statusOf(record, now),
    amount: record.amount,
    httpStatus: record.httpStatus,
    errorCode: record.errorCode,
    visible: now >= record.visibleAt,
    ...(record.details['books'] as object | undefined),
  };
}

function sum(records: readonly PaymentRecord[]): number {
  return records.reduce((total, { amount }) => total + amount, 0);
}
