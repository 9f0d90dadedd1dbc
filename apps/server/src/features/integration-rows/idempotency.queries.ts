import { sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import type { Database } from '../../db/schema/schema.ts';

type AnswerRow = Database['integration_answers'];

/** Locks an idempotency key until the transaction ends: another request with the same key waits. */
export async function lockIdempotencyKey(
  trx: TenantDb,
  { tenantId, keyId, idempotencyKey }: { tenantId: number; keyId: number; idempotencyKey: string },
): Promise<void> {
  const name = `idempotency ${tenantId} ${keyId} ${idempotencyKey}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
}

/** Finds the answer of an idempotency key that is not older than `since`. */
export async function findAnswer(
  trx: TenantDb,
  { tenantId, keyId, idempotencyKey }: { tenantId: number; keyId: number; idempotencyKey: string },
  since: Date,
) {
  return trx
    .selectFrom('integration_answers')
    .select(['request_hash', 'answer'])
    .where('tenant_id', '=', tenantId)
    .where('key_id', '=', keyId)
    .where('idempotency_key', '=', idempotencyKey)
    .where('created_at', '>', since)
    .executeTakeFirst();
}

/** Stores an answer, in place of one that is too old to count. */
export async function storeAnswer(trx: TenantDb, row: Omit<AnswerRow, 'answer'> & { answer: string }): Promise<void> {
  const { answer, request_hash, created_at } = row;
  await trx
    .insertInto('integration_answers')
    .values(row)
    .onConflict((on) =>
      on.columns(['tenant_id', 'key_id', 'idempotency_key']).doUpdateSet({ answer, request_hash, created_at }),
    )
    .execute();
}

/** Deletes the answers that no longer count. */
export async function deleteAnswers(db: TenantDb, tenantId: number, before: Date): Promise<void> {
  await db
    .deleteFrom('integration_answers')
    .where('tenant_id', '=', tenantId)
    .where('created_at', '<=', before)
    .execute();
}
