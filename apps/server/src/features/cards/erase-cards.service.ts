import type { TenantDb } from '../../db/client.ts';
import { openProvidersByKey } from '../payments/payments.exports.ts';
import { profilesOfAccount } from './cards.queries.ts';

/** A profile whose cards nobody could ask to be deleted. */
export interface KeptProfile {
  provider: string;
  profile: string;
}

/**
 * Asks the providers to delete the stored cards and addresses of an account. It may be repeated.
 * @returns the number of cards, and the profiles whose provider the marina has no settings of any more
 * @throws ProviderFault if a provider does not do it
 */
export async function eraseVaultCards(
  db: TenantDb,
  tenantId: number,
  accountId: number,
): Promise<{ cards: number; left: KeptProfile[] }> {
  const left: KeptProfile[] = [];
  let cards = 0;
  for (const { provider_key: key, provider_account: account, profile_id } of await profilesOfAccount(
    db,
    tenantId,
    accountId,
  )) {
    const provider = (await openProvidersByKey(db, tenantId, key)).find((each) => each.account === account);
    if (!provider?.vault) {
      left.push({ provider: key, profile: profile_id });
      continue;
    }
    const profile = await provider.vault.readProfile(profile_id);
    for (const { id } of profile?.cards ?? []) {
      await provider.vault.removeCard(profile_id, id);
      cards += 1;
    }
    for (const { id } of profile?.addresses ?? []) await provider.vault.removeAddress(profile_id, id);
  }
  return { cards, left };
}
