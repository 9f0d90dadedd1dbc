import type { StoredCardTokens } from '@quayside/contract/cards/cards.ts';
import type { PayerContext } from '../../../http/context.ts';
import { CallError } from '../../../http/errors.ts';
import { ProviderFault } from '../../../providers/payments/payment-attempt.ts';
import { cancelAttempt, cardProviderOf, type Engine, isWaiting } from '../../payments/payments.exports.ts';
import type { PaymentRow } from '../../payments/payments.service.ts';
import { findProfileId } from '../cards.queries.ts';
import { keyOf } from '../vault.service.ts';

/**
 * Makes the single-use tokens with which the browser asks for a stored card's security code, for an attempt that
 * waits. They are stored nowhere: a repeated start gets new ones. A card that the account does not have ends the
 * attempt.
 * @returns null if the attempt does not wait any more
 * @throws CallError CARD_NOT_STORED for a card that isn't the account's (any more), PROVIDER_UNAVAILABLE
 */
export async function mintTokens(
  ctx: PayerContext & Engine,
  payment: PaymentRow,
  cardId: string,
): Promise<StoredCardTokens | null> {
  if (!isWaiting(payment.state)) return null;
  const tokens = await askVault(ctx, payment, cardId);
  if (tokens) return tokens;
  await cancelAttempt(ctx, payment);
  throw new CallError('CARD_NOT_STORED');
}

async function askVault(ctx: PayerContext & Engine, payment: PaymentRow, cardId: string) {
  const provider = await cardProviderOf(ctx, payment);
  const profileId = await findProfileId(ctx.db, ctx.tenant.id, keyOf(ctx, provider));
  if (profileId === null || !provider.vault) return null;
  try {
    return await provider.vault.mintCardTokens(profileId, cardId, payment.merchant_ref_number);
  } catch (error) {
    if (!(error instanceof ProviderFault)) throw error;
    ctx.log.warn({ reason: error.message }, 'could not get single-use tokens of a stored card');
    throw new CallError('PROVIDER_UNAVAILABLE', { cause: error });
  }
}
