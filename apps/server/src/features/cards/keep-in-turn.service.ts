import { setTimeout as sleep } from 'node:timers/promises';
import { mostStoredCards } from '@quayside/contract/cards/stored-cards.ts';
import type { PayerContext } from '../../http/context.ts';
import type { CardVault, VaultProfile } from '../../providers/payments/card-vault.ts';
import { ProviderFault } from '../../providers/payments/payment-attempt.ts';
import { claimProfile, type ProfileKey, releaseProfile } from './cards.queries.ts';

/** Longer than keeping a card takes. It frees the profile if a copy of the server dies. */
const leaseMs = 120_000;
/** The longest time that a request waits for its turn. */
const waitMs = 10_000;
const waitStepMs = 50;

export interface OpenVault {
  vault: CardVault;
  profileId: string;
  key: ProfileKey;
}

/**
 * Keeps cards in a profile one after the other. The provider counts and keeps the cards, so only a caller that is
 * alone can know that there is room (decision P2.44). It holds no database connection meanwhile.
 * @param keep receives null if there is no room
 * @throws ProviderFault if its turn does not come
 */
export async function keepInTurn<Kept>(
  ctx: PayerContext,
  { vault, profileId, key }: OpenVault,
  keep: (profile: VaultProfile | null) => Promise<Kept>,
): Promise<Kept> {
  const until = await claim(ctx, key);
  try {
    const profile = (await vault.readProfile(profileId)) ?? { id: profileId, cards: [], addresses: [] };
    return await keep(profile.cards.length < mostStoredCards ? profile : null);
  } finally {
    await releaseProfile(ctx.db, ctx.tenant.id, key, until);
  }
}

async function claim({ db, tenant, clock }: PayerContext, key: ProfileKey): Promise<Date> {
  for (let waited = 0; waited < waitMs; waited += waitStepMs) {
    const now = clock.now();
    const until = new Date(now.getTime() + leaseMs);
    if (await claimProfile(db, tenant.id, key, { now, until })) return until;
    await sleep(waitStepMs);
  }
  throw new ProviderFault('another card is being kept all the time');
}
