import type { CardVaultProfile, IneligibleCard } from '@quayside/contract/cards/cards.ts';
import { newProfile, type registerIneligibleCard } from '@quayside/contract/cards/stored-cards.ts';
import type { z } from 'zod';
import type { AccountContext } from '../../../http/context.ts';
import { CallError, notFound } from '../../../http/errors.ts';
import type { CardVault } from '../../../providers/payments/card-vault.ts';
import { decideThreeDSecure } from '../../../providers/payments/three-d-secure.ts';
import { auditCard } from '../audit-card.service.ts';
import { presentIneligibleCard } from '../cards.presenter.ts';
import { findIneligibleRow, ineligibleCardsOfAccount, removeIneligibleRow } from './ineligible-cards.queries.ts';
import { inOwnProfile } from '../own-profile.service.ts';
import { storeCard } from './stored-cards.service.ts';

/** Returns the account's cards, the newest first. */
export async function showIneligible({ db, tenant, account }: AccountContext): Promise<IneligibleCard[]> {
  return (await ineligibleCardsOfAccount(db, tenant.id, account.id)).map(presentIneligibleCard);
}

/** Deletes a card. @throws CallError NOT_FOUND if it isn't the account's */
export async function forgetIneligible(ctx: AccountContext, id: number): Promise<void> {
  if (!(await remove(ctx, id))) throw notFound();
}

/** Deletes a card. @returns true if it was there */
async function remove(ctx: AccountContext, id: number): Promise<boolean> {
  const { db, tenant, account, clock } = ctx;
  return db.transaction().execute(async (trx) => {
    const provider = await removeIneligibleRow(trx, tenant.id, { id, accountId: account.id }, clock.now());
    if (provider === null) return false;
    await auditCard(ctx, 'card.deleted', { type: 'ineligible-card', cardId: String(id), provider }, trx);
    return true;
  });
}

/**
 * Keeps the card that was typed again, if its bank has authenticated the customer, and then removes the old one
 * (C2.40).
 * @throws CallError NOT_FOUND, CARD_NOT_AUTHENTICATED, CARD_REFUSED, TOO_MANY_CARDS
 */
export async function registerInstead(
  ctx: AccountContext,
  id: number,
  card: z.output<typeof registerIneligibleCard.body>,
): Promise<CardVaultProfile> {
  const { db, tenant, account } = ctx;
  if (!(await findIneligibleRow(db, tenant.id, { id, accountId: account.id }))) throw notFound();
  const profile = await inOwnProfile(ctx, { id: newProfile, siteId: card.siteId }, async (own) => {
    await refuseUnauthenticated(own.vault, card.token);
    await storeCard(ctx, own, card);
  });
  await remove(ctx, id);
  return profile;
}

/** Refuses a card that the provider does not report as authenticated. The browser's own word does not count. */
async function refuseUnauthenticated(vault: CardVault, token: string): Promise<void> {
  const facts = await vault.readAuthentication(token);
  if (!facts || decideThreeDSecure({ ...facts, hasChallengePayload: false }) !== 'proceed')
    throw new CallError('CARD_NOT_AUTHENTICATED');
}
