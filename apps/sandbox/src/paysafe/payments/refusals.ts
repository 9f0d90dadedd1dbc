import type { DatabaseSync } from 'node:sqlite';
import { errorAnswer } from '../operation-route.ts';
import type { Answer, Call } from '../operation.ts';
import { ProviderError } from '../provider-error.ts';

/** A request that was refused because its reference was used. The books show by it that something was sent twice. */
export interface Refusal {
  readonly operation: string;
  readonly merchantRefNum: string;
  readonly code: string;
  readonly at: number;
}

/**
 * Answers 409 5031, or the gateway's own 402 3044 if a fault `duplicate` has the status 402. Stores a note. It does
 * not throw, because the note must not be rolled back.
 */
export function refuseDuplicate(call: Call, operation: string, merchantRefNum: string): Answer {
  const code = call.faults.get('duplicate')?.status === 402 ? '3044' : '5031';
  call.sandbox.database
    .prepare('insert into refusal (account_id, operation, merchant_ref_num, code, at) values (?, ?, ?, ?, ?)')
    .run(call.account.accountId, operation, merchantRefNum, code, call.now);
  return errorAnswer(call.sandbox, new ProviderError(code), { merchantRefNum });
}

export function listRefusals(database: DatabaseSync, accountId: string): Refusal[] {
  const rows = database.prepare('select * from refusal where account_id = ? order by id').all(accountId);
  return rows.map((row) => ({
    operation: String(row['operation']),
    merchantRefNum: String(row['merchant_ref_num']),
    code: String(row['code']),
    at: Number(row['at']),
  }));
}
