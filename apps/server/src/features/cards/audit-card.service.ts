import type { PayerContext } from '../../http/context.ts';
import { auditRequest } from '../audit/audit.service.ts';

/**
 * Records a change of a stored card after the provider made it. It is part of no transaction of the database.
 * @param cardId the provider's or ours; it pays nothing by itself
 */
export async function auditCard(
  ctx: PayerContext,
  event: 'card.kept' | 'card.default' | 'card.deleted',
  { type = 'card', cardId, provider }: { type?: 'card' | 'ineligible-card'; cardId: string; provider: string },
  db = ctx.db,
): Promise<void> {
  const subject = { type, id: cardId };
  await auditRequest(ctx, { event, accountId: ctx.account.id, subject, details: { provider } }, db);
}
