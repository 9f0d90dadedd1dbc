import type { CardVaultProfile } from '@quayside/contract/cards/cards.ts';
import { newProfile } from '@quayside/contract/cards/stored-cards.ts';
import type { AccountContext } from '../../http/context.ts';
import { CallError, notFound } from '../../http/errors.ts';
import type { CardVault, VaultProfile } from '../../providers/payments/card-vault.ts';
import { ProviderFault } from '../../providers/payments/payment-attempt.ts';
import { loadAccount } from '../account/account.service.ts';
import { tenantText } from '../../lib/texts/texts.ts';
import { findVaultProvider } from '../payments/payments.exports.ts';
import type { ProfileKey } from './cards.queries.ts';
import { ensureProfileId, keyOf, loadProfile, readProfile } from './vault.service.ts';

/** The account's profile as it was read, and the vault of its site's provider. */
export interface OwnProfile {
  vault: CardVault;
  key: ProfileKey;
  profile: VaultProfile;
  /** Empty: all. */
  supportedCountries: readonly string[];
}

/** The profile that a caller names, and its site. */
export interface NamedProfile {
  id: string;
  siteId?: number | undefined;
}

/**
 * Changes something in the vault for the session's own account, and returns the new profile.
 * @throws CallError NOT_FOUND for any other profile, FEATURE_DISABLED if the portal keeps no cards, CARD_REFUSED,
 * PROVIDER_UNAVAILABLE
 */
export async function inOwnProfile(
  ctx: AccountContext,
  named: NamedProfile,
  work: (own: OwnProfile) => Promise<unknown>,
): Promise<CardVaultProfile> {
  await asCallErrors(ctx, async () => work(await openOwnProfile(ctx, named)));
  const profile = await loadProfile(ctx);
  if (!profile) throw new CallError('PROVIDER_UNAVAILABLE');
  return profile;
}

async function openOwnProfile(ctx: AccountContext, { id, siteId }: NamedProfile): Promise<OwnProfile> {
  const { db, tenant, account } = ctx;
  const provider = await findVaultProvider(db, tenant.id, account.siteId);
  if (!provider || (siteId !== undefined && siteId !== account.siteId)) throw notFound();
  const { allowVaultPortal, supportedCountries } = provider.publicConfig.config;
  if (!allowVaultPortal) throw new CallError('FEATURE_DISABLED', { values: { permission: 'allowVaultPortal' } });
  const found = await readProfile(ctx, provider);
  if (id !== newProfile && found?.id !== id) throw notFound();
  const made = found ?? emptyProfile(await ensureProfileId(ctx, provider, await loadAccount(ctx, account.id)));
  return { vault: provider.vault, key: keyOf(ctx, provider), profile: made, supportedCountries };
}

const emptyProfile = (id: string): VaultProfile => ({ id, cards: [], addresses: [] });

async function asCallErrors(ctx: AccountContext, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ProviderFault)) throw error;
    ctx.log.warn({ reason: error.message }, 'the card vault did not do what was asked');
    if (!error.refusal) throw new CallError('PROVIDER_UNAVAILABLE', { cause: error });
    const { reason = 'CARD_DETAILS' } = error.refusal;
    const message = tenantText(ctx.tenant, ctx.language, `cardProblems.${reason}`);
    throw new CallError('CARD_REFUSED', { values: { message }, cause: error });
  }
}
