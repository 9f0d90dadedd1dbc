import type { VaultAddressInput } from '@quayside/contract/cards/stored-cards.ts';
import { type addCard, mostStoredCards, type updateCard } from '@quayside/contract/cards/stored-cards.ts';
import type { z } from 'zod';
import type { AccountContext } from '../../../http/context.ts';
import { CallError, notFound } from '../../../http/errors.ts';
import type { CardToKeep, VaultProfile } from '../../../providers/payments/card-vault.ts';
import { siteDay } from '../../tenant/tenant.exports.ts';
import { refuseUnknownAddress, storeAddress } from '../billing-addresses.service.ts';
import { auditCard } from '../audit-card.service.ts';
import { hasExpired } from '../cards.presenter.ts';
import { siteTimeZone } from '../cards.queries.ts';
import { keepInTurn } from '../keep-in-turn.service.ts';
import type { OwnProfile } from '../own-profile.service.ts';

type NewCard = z.output<typeof addCard.body>;
type Changes = z.output<typeof updateCard.body>;
type Card = VaultProfile['cards'][number];

/** Keeps a card whose token comes from the provider's frame. @throws CallError TOO_MANY_CARDS */
export async function storeCard(ctx: AccountContext, own: OwnProfile, card: NewCard): Promise<void> {
  const { vault, key, profile } = own;
  const { token: singleUseToken, holderName, nickName, isDefault } = card;
  const cardId = await keepInTurn(ctx, { vault, profileId: profile.id, key }, async (now) => {
    if (!now) throw new CallError('TOO_MANY_CARDS', { values: { most: mostStoredCards } });
    const billingAddressId = await billingAddressOf(own, card);
    const newCard = { singleUseToken, holderName, nickName, billing: null, billingAddressId };
    return keepOrRenew(ctx, { ...own, profile: now }, newCard);
  });
  await auditCard(ctx, 'card.kept', { cardId, provider: key.provider_key });
  if (isDefault) await makeDefault(ctx, own, cardId);
}

async function makeDefault(ctx: AccountContext, { vault, key, profile }: OwnProfile, cardId: string): Promise<void> {
  await vault.changeCard(profile.id, cardId, { isDefault: true });
  await auditCard(ctx, 'card.default', { cardId, provider: key.provider_key });
}

/** Keeps a card. A number that is kept already gets the new name and address, or is replaced if it has expired. */
async function keepOrRenew(ctx: AccountContext, { vault, profile }: OwnProfile, newCard: CardToKeep): Promise<string> {
  const { cardId, wasKept } = await vault.keepCard(profile.id, newCard);
  if (!wasKept) return cardId;
  const isOver = await expiryJudge(ctx);
  const earlier = profile.cards.find(({ id }) => id === cardId);
  if (earlier && isOver(earlier)) {
    await vault.removeCard(profile.id, cardId);
    return (await vault.keepCard(profile.id, newCard)).cardId;
  }
  const { holderName, nickName, billingAddressId } = newCard;
  await vault.changeCard(profile.id, cardId, { holderName, nickName, billingAddressId });
  return cardId;
}

async function billingAddressOf(
  own: OwnProfile,
  { address, billingAddressId }: Pick<NewCard, 'address' | 'billingAddressId'>,
) {
  if (billingAddressId !== undefined) refuseUnknownAddress(own.profile, billingAddressId);
  return billingAddressId ?? (address ? await storeAddress(own, address) : null);
}

export async function changeStoredCard(
  ctx: AccountContext,
  own: OwnProfile,
  cardId: string,
  changes: Changes,
): Promise<void> {
  const { billingAddressId, isDefault } = changes;
  refuseUnknownCard(own, cardId);
  if (billingAddressId !== undefined) refuseUnknownAddress(own.profile, billingAddressId);
  await own.vault.changeCard(own.profile.id, cardId, {
    ...(billingAddressId !== undefined && { billingAddressId }),
    ...(isDefault && { isDefault }),
  });
  if (isDefault) await auditCard(ctx, 'card.default', { cardId, provider: own.key.provider_key });
}

/**
 * Stores an address and gives it to a card. If the second step fails, the address stays and can be given to the card
 * later.
 */
export async function giveNewAddress(own: OwnProfile, cardId: string, address: VaultAddressInput): Promise<void> {
  refuseUnknownCard(own, cardId);
  const billingAddressId = await storeAddress(own, address);
  await own.vault.changeCard(own.profile.id, cardId, { billingAddressId });
}

/**
 * Deletes a card. If it was the default, the newest valid one becomes it; if none is valid, there is none (decision
 * P5.11).
 */
export async function forgetCard(ctx: AccountContext, own: OwnProfile, cardId: string): Promise<void> {
  const { vault, key, profile } = own;
  const card = refuseUnknownCard(own, cardId);
  await vault.removeCard(profile.id, cardId);
  await auditCard(ctx, 'card.deleted', { cardId, provider: key.provider_key });
  if (!card.defaultCardIndicator) return;
  const isOver = await expiryJudge(ctx);
  const next = profile.cards.findLast((other) => other.id !== cardId && !isOver(other));
  if (next) await makeDefault(ctx, own, next.id);
}

/** Returns a card of the profile. @throws CallError NOT_FOUND if the account has no such card */
function refuseUnknownCard({ profile }: OwnProfile, cardId: string): Card {
  const card = profile.cards.find(({ id }) => id === cardId);
  if (!card) throw notFound();
  return card;
}

async function expiryJudge({ db, tenant, account, clock }: AccountContext): Promise<(card: Card) => boolean> {
  const today = siteDay(clock.now(), await siteTimeZone(db, tenant.id, account.siteId));
  return ({ cardExpiry }) => hasExpired(cardExpiry, today);
}
