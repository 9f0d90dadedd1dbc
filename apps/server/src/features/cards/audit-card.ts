import type { PayerContext } from '../../http/context.ts';
import { auditRequest } from '../audit/audit.service.ts';

/**
 * Records what became of a kept card, once the provider has done it: it has no transaction of ours to be part of.
 * @param cardId the provider's or ours; it pays nothing by itself
 */
export async function auditCard(
  ctx: PayerContext,
  event: 'card.kept' | 'card.default' | 'card.deleted',
  { cardId, provider }: { cardId: string; provider: string },
  db = ctx.db,
): Promise<void> {
  const subject = { type: 'card', id: cardId };
  await auditRequest(ctx, { event, accountId: ctx.account.id, subject, details: { provider } }, db);
}
