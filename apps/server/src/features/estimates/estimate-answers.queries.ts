import type { EstimateAnswerKind } from '@quayside/contract/orders/estimates.ts';
import { sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';

export interface EstimateAnswerRow {
  answer: EstimateAnswerKind;
  agreement_id: number;
  guid: string;
  signed_at: Date | null;
  declaration_hash: Buffer | null;
}

/** Locks an estimate until the transaction ends, so that two answers can't be prepared at once. */
export async function lockEstimate(trx: TenantDb, tenantId: number, id: number): Promise<void> {
  const estimate = trx.selectFrom('estimates').select('id').where('tenant_id', '=', tenantId).where('id', '=', id);
  await estimate.forUpdate().execute();
}

/**
 * Returns the answer to an estimate with its agreement, signed or not. Null if none is prepared, or it was withdrawn.
 */
export async function findAnswer(db: TenantDb, tenantId: number, estimateId: number) {
  const { rows } = await sql<EstimateAnswerRow>`
    select x.answer, x.agreement_id, g.guid, g.signed_at, g.declaration_hash
    from estimate_answers x join agreements g on g.tenant_id = x.tenant_id and g.id = x.agreement_id
    where x.tenant_id = ${tenantId} and x.estimate_id = ${estimateId} and g.withdrawn_at is null`.execute(db);
  return rows[0] ?? null;
}

/** Stores the answer in place of an earlier one that was not signed. */
export async function storeAnswer(
  trx: TenantDb,
  row: { tenant_id: number; estimate_id: number; answer: EstimateAnswerKind; agreement_id: number },
): Promise<void> {
  const { answer, agreement_id } = row;
  await trx
    .insertInto('estimate_answers')
    .values(row)
    .onConflict((conflict) => conflict.columns(['tenant_id', 'estimate_id']).doUpdateSet({ answer, agreement_id }))
    .execute();
}
