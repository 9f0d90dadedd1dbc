import { minorToMajor } from '@quayside/contract/shared/money.ts';
import type { TenantDb } from '../../../db/client.ts';
import { CallError } from '../../../http/errors.ts';
import { isoPlaces } from '../../../lib/texts/iso-4217.ts';
import type { PaymentAttempt, RefusalReason } from '../../../providers/payments/payment-attempt.ts';
import type { CardProvider, PaymentProvider } from '../../../providers/payments/payment-provider.ts';
import { kindOf } from '../../../providers/payments/provider-kind.ts';
import {
  canonicalKey,
  isAdapterName,
  officeName,
  openProvider,
  ProviderSettingsError,
  refusalReason,
} from '../../../providers/payments/registry.ts';
import { googlePayTakes } from '../../../providers/payments/wallets.ts';
import { decimalPlacesOf } from '../../tenant/tenant.exports.ts';
import type { Engine } from '../engine/engine.types.ts';
import { largestPayment } from '../engine/largest-payment.rules.ts';
import type { PaymentRow } from '../payments.queries.ts';
import {
  attemptsAtOtherAccounts,
  findProvider,
  providersOfSite,
  listProviderSettings,
  upsertProvider,
} from './providers.queries.ts';
import { maxDecimals } from './max-decimals.rules.ts';
import { withoutGooglePay } from './without-google-pay.rules.ts';

/** Opens the providers that a site offers its customers, in the order of the list. */
async function openProviders(db: TenantDb, tenantId: number, siteId: number): Promise<PaymentProvider[]> {
  return (await providersOfSite(db, tenantId, siteId)).map(openProvider).filter(({ isOffered }) => isOffered !== false);
}

/**
 * Opens the providers that accept the marina's currency, each with the wallets that accept it and its limits for a
 * payment.
 */
export async function openUsableProviders(
  db: TenantDb,
  tenant: Engine['tenant'],
  siteId: number,
): Promise<PaymentProvider[]> {
  const usable = (await openProviders(db, tenant.id, siteId)).filter((provider) => takesCurrencyOf(tenant, provider));
  const { culture } = tenant.settings;
  const places = culture.currencyDecimalPlaces;
  return usable.map((provider) => {
    const largest = largestPayment(tenant, provider);
    const maxPayment = largest === null ? null : minorToMajor(largest, places);
    return {
      ...(googlePayTakes(places) ? provider : withoutGooglePay(provider)),
      maxPayment,
      maxDecimals: maxDecimals(culture, provider),
    };
  });
}

/**
 * Opens the usable providers of a site as it offers them to accounts of a home site. Only the home's own providers keep
 * their cards. Every other one offers to keep none: its customers could neither see nor delete them.
 */
export async function openProvidersFor(
  db: TenantDb,
  tenant: Engine['tenant'],
  { siteId, homeSiteId }: { siteId: number; homeSiteId: number },
): Promise<PaymentProvider[]> {
  const usable = await openUsableProviders(db, tenant, siteId);
  const keepers = keepersOf(await openProviders(db, tenant.id, homeSiteId));
  return usable.map((provider) =>
    keepers.some((keeper) => isSameMerchant(keeper, provider)) ? provider : keepingNone(provider),
  );
}

/** Tells if a provider keeps the cards of a site's accounts. */
export async function keepsCardsOf(
  db: TenantDb,
  tenantId: number,
  homeSiteId: number,
  provider: Merchant,
): Promise<boolean> {
  return keepersOf(await openProviders(db, tenantId, homeSiteId)).some((keeper) => isSameMerchant(keeper, provider));
}

/** An account at a provider. */
type Merchant = Pick<PaymentProvider, 'key' | 'account'>;

const isSameMerchant = (one: Merchant, other: Merchant) =>
  isSameKey(one.key, other.key) && one.account === other.account;

const keepingNone = ({ publicConfig, ...provider }: PaymentProvider): PaymentProvider => ({
  ...provider,
  publicConfig: { ...publicConfig, config: { ...publicConfig.config, allowVaultPortal: false } },
});

/** Returns the providers of a site that keep the cards of its accounts: a card vault, and one with card components. */
const keepersOf = (providers: readonly PaymentProvider[]): PaymentProvider[] =>
  [keeperOf(providersWith(providers, 'vault')), providersWith(providers, 'components')[0]].filter(
    (keeper) => keeper !== undefined,
  );

/** Returns the first vault that lets customers manage their cards, else the first. */
const keeperOf = <Vault extends PaymentProvider>(vaults: readonly Vault[]): Vault | undefined =>
  vaults.find(({ publicConfig }) => publicConfig.config.allowVaultPortal) ?? vaults[0];

/** The part of a tenant that names its currency. */
interface MarinaCurrency {
  settings: Pick<Engine['tenant']['settings'], 'culture'>;
}

/** Tells if a provider accepts the marina's currency (decision P5.1). */
export function takesCurrencyOf({ settings: { culture } }: MarinaCurrency, provider: PaymentProvider): boolean {
  return provider.takesCurrency?.(culture.isoCurrencyCode, culture.currencyDecimalPlaces) ?? true;
}

/** Finds a site's provider by its key, in any spelling (decision P3.2). */
export async function findUsableProvider(
  db: TenantDb,
  tenant: Engine['tenant'],
  { siteId, key }: { siteId: number; key: string },
): Promise<PaymentProvider | null> {
  const found = (await openUsableProviders(db, tenant, siteId)).find((provider) => isSameKey(provider.key, key));
  return found ?? null;
}

const isSameKey = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Opens all of the tenant's providers under a key: each site may have its own account with the provider. */
export async function openProvidersByKey(db: TenantDb, tenantId: number, key: string): Promise<PaymentProvider[]> {
  const stored = (await listProviderSettings(db, tenantId)).filter((each) => isSameKey(each.key, key));
  const settings = stored.map((each) => JSON.stringify(each.settings));
  return stored.filter((_, index) => settings.indexOf(settings[index] ?? '') === index).map(openProvider);
}

/** Opens the tenant's providers, each key once for all sites. */
export async function openProvidersOfTenant(db: TenantDb, tenantId: number): Promise<PaymentProvider[]> {
  const stored = await listProviderSettings(db, tenantId);
  return stored.filter(({ key }, index) => stored.findIndex((other) => other.key === key) === index).map(openProvider);
}

/** A provider that has one of the port's capabilities. */
type ProviderWith<Capability extends keyof PaymentProvider> = PaymentProvider &
  Required<Pick<PaymentProvider, Capability>>;

const providersWith = <Capability extends keyof PaymentProvider>(
  providers: readonly PaymentProvider[],
  capability: Capability,
): ProviderWith<Capability>[] =>
  providers.filter((provider): provider is ProviderWith<Capability> => provider[capability] !== undefined);

/** Finds the provider with a key, in any spelling. Without a key: the first. Null if there is none. */
const pick = <Provider extends PaymentProvider>(providers: readonly Provider[], key: string | undefined) =>
  providers.find((provider) => key === undefined || isSameKey(provider.key, key)) ?? null;

/**
 * Finds a site's card vault by its key. Without a key: the first vault that lets customers manage their cards, else
 * the first. It is the one that keeps the cards of the site's accounts. Null if there is none.
 */
export async function findVaultProvider(
  db: TenantDb,
  tenantId: number,
  siteId: number,
  key?: string,
): Promise<ProviderWith<'vault'> | null> {
  const vaults = providersWith(await openProviders(db, tenantId, siteId), 'vault');
  return key === undefined ? (keeperOf(vaults) ?? null) : pick(vaults, key);
}

/** Finds a site's provider with card components by its key. Without a key: the first. Null if there is none. */
export async function findComponentProvider(
  db: TenantDb,
  tenantId: number,
  siteId: number,
  key?: string,
): Promise<ProviderWith<'components'> | null> {
  return pick(providersWith(await openProviders(db, tenantId, siteId), 'components'), key);
}

/**
 * Finds a site's express provider by its key, in the marina's currency. Without a key: the first. Null if there is
 * none.
 */
export async function findExpressProvider(
  db: TenantDb,
  tenant: Engine['tenant'],
  { siteId, key }: { siteId: number; key?: string | undefined },
): Promise<PaymentProvider | null> {
  return pick(providersWith(await openUsableProviders(db, tenant, siteId), 'express'), key);
}

/** Finds a site's first provider that takes a wallet's cards, in the marina's currency; null if it has none. */
export async function findWalletProvider(
  db: TenantDb,
  tenant: Engine['tenant'],
  { siteId, wallet }: { siteId: number; wallet: 'googlePay' | 'applePay' },
): Promise<PaymentProvider | null> {
  return (await openUsableProviders(db, tenant, siteId)).find(({ wallets }) => wallets?.[wallet]) ?? null;
}

/** Opens the provider of an attempt. @throws ProviderSettingsError if its site does not have it any more */
export async function providerOf({ db, tenant }: Pick<Engine, 'db' | 'tenant'>, payment: PaymentRow) {
  const stored = await findProvider(db, tenant.id, payment.site_id, payment.provider_key);
  if (stored) return openProvider(stored);
  throw new ProviderSettingsError(`Site ${payment.site_id} of ${tenant.key} has no provider ${payment.provider_key}.`);
}

/** Opens the provider of a card attempt. @throws CallError PAYMENT_STATE if it is of another kind */
export async function cardProviderOf(
  engine: Pick<Engine, 'db' | 'tenant'>,
  payment: PaymentRow,
): Promise<CardProvider> {
  const provider = await providerOf(engine, payment);
  if (provider.charge) return provider as CardProvider;
  throw new CallError('PAYMENT_STATE');
}

/** Returns the meaning of the code with which an attempt was refused; null: no more than that it was refused. */
export async function refusalReasonOf(
  { db, tenant }: Pick<Engine, 'db' | 'tenant'>,
  { site_id, provider_key: key, error_code: code }: PaymentRow,
): Promise<RefusalReason | null> {
  if (code === null) return null;
  const stored = isAdapterName(key) ? { key, settings: {} } : await findProvider(db, tenant.id, site_id, key);
  return stored ? refusalReason(stored, code) : null;
}

/** Returns the name of an attempt's provider for the office; its key if the site has no such provider any more. */
export async function providerNameOf(
  db: TenantDb,
  tenantId: number,
  { site_id, provider_key: key }: Pick<PaymentRow, 'site_id' | 'provider_key'>,
): Promise<string> {
  const stored = await findProvider(db, tenantId, site_id, key);
  return stored ? officeName(stored) : key;
}

/** Returns the facts of an attempt for a provider. */
export function asAttempt(payment: PaymentRow, { tenant }: Pick<Engine, 'tenant'>): PaymentAttempt {
  return {
    merchantRefNumber: payment.merchant_ref_number,
    amountMinor: payment.amount_minor,
    currency: payment.currency,
    account: payment.provider_account,
    decimalPlaces: decimalPlacesOf(payment.currency, tenant.settings.culture),
    providerReference: payment.provider_reference,
    createdAt: payment.created_at,
  };
}

/**
 * Returns the origins that the portal's page must allow for the tenant's providers: scripts, frames and their calls.
 */
export async function listScriptOrigins(db: TenantDb, tenantId: number): Promise<string[]> {
  const stored = await listProviderSettings(db, tenantId);
  return [...new Set(stored.flatMap((each) => openProvider(each).browserOrigins))].toSorted();
}

/** Returns the origins that a page with the tenant's wallets must allow; none if no wallet is offered. */
export async function listWalletOrigins(
  db: TenantDb,
  tenantId: number,
): Promise<{ providerOrigins: string[]; imageOrigins: string[] }> {
  const providers = (await listProviderSettings(db, tenantId)).map(openProvider).filter(({ wallets }) => wallets);
  const all = (origins: readonly string[]) => [...new Set(origins)].toSorted();
  return {
    providerOrigins: all(
      providers.flatMap(({ browserOrigins, wallets }) => [...browserOrigins, ...(wallets?.browserOrigins ?? [])]),
    ),
    imageOrigins: all(providers.flatMap(({ wallets }) => wallets?.imageOrigins ?? [])),
  };
}

/** Returns the file by which Apple verifies the tenant's host; null if it has no Apple Pay. */
export async function findDomainAssociation(db: TenantDb, tenantId: number): Promise<string | null> {
  const providers = (await listProviderSettings(db, tenantId)).map(openProvider);
  return providers.find(({ wallets }) => wallets?.applePay)?.wallets?.applePay?.domainAssociation ?? null;
}

/** Returns the origins of the banks' pages to which our form leads (3-D Secure 1). */
export async function listBankOrigins(db: TenantDb, tenantId: number): Promise<string[]> {
  const stored = await listProviderSettings(db, tenantId);
  return [...new Set(stored.flatMap((each) => openProvider(each).version1?.bankOrigins ?? []))].toSorted();
}

/**
 * Gives a site a provider, or changes its settings.
 * @returns the provider, and the ids of the attempts under way at another account of it. Only that account knows their
 * result
 * @throws ProviderSettingsError before anything is stored
 */
export async function saveProvider(
  db: TenantDb,
  tenantId: number,
  provider: { siteId: number; key: string; position: number; settings: Record<string, unknown> },
): Promise<{ opened: PaymentProvider; elsewhere: number[] }> {
  const opened = openProvider(provider);
  const { siteId, position, settings } = provider;
  const key = canonicalKey(provider);
  await upsertProvider(db, { tenant_id: tenantId, site_id: siteId, key, position, settings });
  const { account } = opened;
  return { opened, elsewhere: await attemptsAtOtherAccounts(db, tenantId, { siteId, key, account }) };
}

/** Tells operators why no customer is offered a provider. Null if customers are. */
export function whyNotOffered(tenant: MarinaCurrency, provider: PaymentProvider): string | null {
  if (kindOf(provider) === null) return 'no driver of the portal can show it';
  const { isoCurrencyCode, currencyDecimalPlaces: places } = tenant.settings.culture;
  if (takesCurrencyOf(tenant, provider)) return null;
  const decimals = places > isoPlaces(isoCurrencyCode) ? ` with ${places} decimals` : '';
  return `it does not take ${isoCurrencyCode}${decimals}`;
}
