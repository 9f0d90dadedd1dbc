import { createHash } from 'node:crypto';
import type { Call, CallArguments } from '@quayside/contract/shared/call.ts';
import type { TenantDb } from '../../db/client.ts';
import type { IntegrationContext } from '../../http/context.ts';
import { CallError } from '../../http/errors.ts';
import { hour } from '../../lib/time/durations.ts';
import { deleteAnswers, findAnswer, lockIdempotencyKey, storeAnswer } from './idempotency.queries.ts';

/** The time during which an idempotency key returns the answer of its first request. */
const keptMs = 24 * hour;

/**
 * Does the work of a POST in a transaction. A request with the same `Idempotency-Key` and content gets the same answer
 * for 24 hours, and the work is not done again. A refused request leaves no answer.
 * @throws CallError IDEMPOTENCY_KEY_CONFLICT for the same key with another content
 */
export async function doOnce<C extends Call, Answer extends object>(
  ctx: IntegrationContext,
  call: C,
  args: CallArguments<C>,
  work: (trx: TenantDb) => Promise<Answer>,
): Promise<Answer> {
  const { idempotencyKey } = ctx.request;
  if (idempotencyKey === null) return ctx.db.transaction().execute(work);
  const who = { tenantId: ctx.tenant.id, keyId: ctx.key.id, idempotencyKey };
  const content = JSON.stringify([call.name, args.params, args.query, args.body]);
  const requestHash = createHash('sha256').update(content).digest();
  const now = ctx.clock.now();
  return ctx.db.transaction().execute(async (trx) => {
    await lockIdempotencyKey(trx, who);
    const earlier = await findAnswer(trx, who, new Date(now.getTime() - keptMs));
    if (earlier && !earlier.request_hash.equals(requestHash)) throw new CallError('IDEMPOTENCY_KEY_CONFLICT');
    if (earlier) return earlier.answer as Answer;
    const answer = await work(trx);
    await storeAnswer(trx, {
      tenant_id: who.tenantId,
      key_id: who.keyId,
      idempotency_key: idempotencyKey,
      request_hash: requestHash,
      answer: JSON.stringify(answer),
      created_at: now,
    });
    return answer;
  });
}

/** Deletes the answers of idempotency keys that stand for nothing any more. */
export async function sweepAnswers(db: TenantDb, tenantId: number, now: Date): Promise<void> {
  await deleteAnswers(db, tenantId, new Date(now.getTime() - keptMs));
}
