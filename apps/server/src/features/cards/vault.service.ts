import type { Account } from '@quayside/contract/account/account.ts';
import type { BillingAddressInput, CardVaultProfile } from '@quayside/contract/cards/cards.ts';
import type { PayerContext } from '../../http/context.ts';
import { CallError } from '../../http/errors.ts';
import type { VaultProfile } from '../../providers/payments/card-vault.ts';
import { ProviderFault } from '../../providers/payments/payment-attempt.ts';
import type { PaymentProvider } from '../../providers/payments/payment-provider.ts';
import { keepOpenAccount } from '../account/account.exports.ts';
import { findVaultProvider } from '../payments/payments.exports.ts';
import { siteDay } from '../tenant/tenant.exports.ts';
import { presentProfile } from './cards.presenter.ts';
import { findProfileId, forgetProfileId, type ProfileKey, saveProfileId, siteTimeZone } from './cards.queries.ts';

/**
 * Loads the account's stored cards and addresses; null before the first card is stored.
 * @throws CallError PROVIDER_UNAVAILABLE
 */
export async function loadProfile(ctx: PayerContext): Promise<CardVaultProfile | null> {
  const { db, tenant, account } = ctx;
  const provider = await findVaultProvider(db, tenant.id, account.siteId);
  const profile = provider && (await readProfile(ctx, provider));
  if (!profile) return null;
  return presentProfile(profile, await todayAtSite(ctx));
}

/** Returns the day at the account's site, `YYYY-MM-DD`, which decides if its cards have expired. */
export async function todayAtSite({ db, tenant, account, clock }: PayerContext): Promise<string> {
  return siteDay(clock.now(), await siteTimeZone(db, tenant.id, account.siteId));
}

/** Returns one of the profile's addresses in the form for a charge; null if the profile does not have it. */
export async function findStoredAddress(
  ctx: PayerContext,
  provider: PaymentProvider,
  addressId: string,
): Promise<BillingAddressInput | null> {
  const profile = await readProfile(ctx, provider);
  const found = profile?.addresses.find(({ id }) => id === addressId);
  if (!found) return null;
  const { id: _, isDefault: __, ...address } = found;
  return address;
}

/** Returns the account's profile in the provider's vault, and makes it if there is none. @throws ProviderFault */
export async function ensureProfileId(
  ctx: PayerContext,
  provider: PaymentProvider,
  account: Omit<Account, 'consentGroups'>,
) {
  const key = keyOf(ctx, provider);
  const knownProfileId = await findProfileId(ctx.db, ctx.tenant.id, key);
  if (knownProfileId !== null) return knownProfileId;
  if (!provider.vault) throw new ProviderFault(`${provider.key} keeps no cards`);
  const profileId = await provider.vault.ensureProfile({
    customerId: account.guid,
    language: ctx.language,
    firstName: account.firstname,
    lastName: account.lastname,
    email: account.email,
    phone: account.phone,
    cellPhone: account.mobile,
  });
  await ctx.db.transaction().execute(async (trx) => {
    await keepOpenAccount(trx, ctx.tenant.id, ctx.account.id);
    await saveProfileId(trx, ctx.tenant.id, key, profileId);
  });
  return profileId;
}

/** Reads the account's profile. @throws CallError PROVIDER_UNAVAILABLE */
export async function readProfile(ctx: PayerContext, provider: PaymentProvider): Promise<VaultProfile | null> {
  const key = keyOf(ctx, provider);
  const profileId = await findProfileId(ctx.db, ctx.tenant.id, key);
  if (profileId === null || !provider.vault) return null;
  try {
    const profile = await provider.vault.readProfile(profileId);
    // It is gone at the provider: the next stored card gets a new profile.
    if (!profile) await forgetProfileId(ctx.db, ctx.tenant.id, key);
    return profile;
  } catch (error) {
    if (!(error instanceof ProviderFault)) throw error;
    ctx.log.warn({ reason: error.message }, 'could not read a card vault profile');
    throw new CallError('PROVIDER_UNAVAILABLE');
  }
}

/** Returns the key of the account's profile in a provider's vault. */
export const keyOf = ({ account }: PayerContext, provider: PaymentProvider): ProfileKey => ({
  account_id: account.id,
  provider_key: provider.key,
  provider_account: provider.account,
});
