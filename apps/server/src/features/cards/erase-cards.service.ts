import type { TenantDb } from '../../db/client.ts';
import { openProvidersByKey } from '../payments/payments.exports.ts';
import { profilesOfAccount } from './cards.queries.ts';

/** A profile whose cards nobody could ask to be deleted. */
export interface KeptProfile {
  provider: string;
  profile: string;
}

/**
 * Reads all that `eraseVaultCards` would delete, and deletes nothing.
 * @throws ProviderFault if a provider does not answer
 */
export async function checkVaults(db: TenantDb, tenantId: number, accountId: number): Promise<void> {
  for (const { vault, profile } of await vaultsOf(db, tenantId, accountId)) await vault?.readProfile(profile);
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
  const remaining: KeptProfile[] = [];
  let cards = 0;
  for (const { vault, provider, profile } of await vaultsOf(db, tenantId, accountId)) {
    if (!vault) {
      remaining.push({ provider, profile });
      continue;
    }
    const stored = await vault.readProfile(profile);
    for (const { id } of stored?.cards ?? []) {
      await vault.removeCard(profile, id);
      cards += 1;
    }
    for (const { id } of stored?.addresses ?? []) await vault.removeAddress(profile, id);
  }
  return { cards, left: remaining };
}

/** Lists an account's profiles with their vaults; without one if the marina has no settings of the provider. */
async function vaultsOf(db: TenantDb, tenantId: number, accountId: number) {
  const profiles = await profilesOfAccount(db, tenantId, accountId);
  return Promise.all(
    profiles.map(async ({ provider_key: provider, provider_account: account, profile_id: profile }) => {
      const opened = await openProvidersByKey(db, tenantId, provider);
      return { provider, profile, vault: opened.find((each) => each.account === account)?.vault };
    }),
  );
}
