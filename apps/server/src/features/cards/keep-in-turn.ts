import { setTimeout as sleep } from 'node:timers/promises';
import { mostStoredCards } from '@quayside/contract/stored-cards.ts';
import type { PayerContext } from '../../http/context.ts';
import { type CardVault, ProviderFault, type VaultProfile } from '../../providers/payments/payment-provider.ts';
import { claimProfile, type ProfileKey, releaseProfile } from './cards.queries.ts';

/** Longer than keeping a card takes, so that a copy of the server that died doesn't hold the profile for ever. */
const leaseMs = 120_000;
/** How long a request waits for its turn. */
const waitMs = 10_000;
const waitStepMs = 50;

export interface OpenVault {
  vault: CardVault;
  profileId: string;
  key: ProfileKey;
}

/**
 * Keeps a card in a profile, one after the other however many ask at once: the cards are counted and the next one is
 * kept by the provider, so that only who is alone can tell that there is room (decision P2.44). No connection is held
 * meanwhile. @param keep null where there is no room @throws ProviderFault where its turn doesn't come
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
