import type { TenantDb } from '../../db/client.ts';
import type { Finding } from '../../import/kind.ts';
import { lockAgreements, withdrawUnsigned } from '../agreements/agreements.exports.ts';
import { findAnswered, lockChangingEstimates } from './answered-estimates.queries.ts';

/**
 * Finds rows that would change what a customer has signed. Nobody prepares or signs an answer to a changing estimate
 * until the import has ended.
 */
export async function checkAnswers(trx: TenantDb, tenantId: number): Promise<Finding[]> {
  const answers = await lockChangingEstimates(trx, tenantId);
  if (answers.length === 0) return [];
  await lockAgreements(trx, tenantId, answers.map(idOf));
  return findAnswered(trx, tenantId);
}

/** Withdraws the unsigned answers to estimates that are about to change: they say what no longer holds. */
export async function withdrawOldAnswers(trx: TenantDb, tenantId: number, now: Date): Promise<void> {
  const answers = await lockChangingEstimates(trx, tenantId);
  if (answers.length > 0) await withdrawUnsigned(trx, tenantId, answers.map(idOf), now);
}

const idOf = ({ agreement_id: id }: { agreement_id: number }) => id;
