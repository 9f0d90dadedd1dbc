import type { TenantDb } from '../../db/client.ts';
import type { Finding } from '../../import/kind.ts';
import { lockAgreement, withdrawAgreement } from '../agreements/agreements.exports.ts';
import { findAnswered, lockChangingEstimates } from './answered-estimates.queries.ts';

/**
 * Finds rows that would change what a customer has signed. Nobody prepares or signs an answer to a changing estimate
 * until the import has ended.
 */
export async function checkAnswers(trx: TenantDb, tenantId: number): Promise<Finding[]> {
  const answers = await lockChangingEstimates(trx, tenantId);
  for (const { agreement_id: id } of answers) await lockAgreement(trx, tenantId, id);
  return answers.length === 0 ? [] : findAnswered(trx, tenantId);
}

/** Withdraws the unsigned answers to estimates that are about to change: they say what no longer holds. */
export async function withdrawOldAnswers(trx: TenantDb, tenantId: number, now: Date): Promise<void> {
  const answers = await lockChangingEstimates(trx, tenantId);
  for (const { agreement_id: id, is_signed: isSigned } of answers)
    if (!isSigned) await withdrawAgreement(trx, tenantId, id, now);
}
