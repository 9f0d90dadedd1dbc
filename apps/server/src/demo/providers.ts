import { saveSignOnProvider } from '../features/sign-on/sign-on.exports.ts';
import type { TenantDb } from '../db/client.ts';
import { insertRows } from '../db/sql/insert-rows.ts';
import type { Marina } from './marinas.ts';
import { changeProviderSettings, insertProviders } from './provider-settings.ts';
import { isSandboxService, sandboxOrigin } from './sandbox-origin.ts';
import { walletAddresses, walletSettings } from './wallets.ts';

/** The marinas' accounts at the sandbox's card provider. */
const cardAccounts: Readonly<Record<string, string>> = { saltmarsh: '1001000010', 'port-azur': '1001000020' };

/** Gives every site of a marina the sandbox's providers, with the sandbox's published keys. */
export async function storeProviders(
  trx: TenantDb,
  tenantId: number,
  { key, sites }: Marina,
  { sandboxUrl, now }: { sandboxUrl: string; now: Date },
): Promise<void> {
  const paysafe = {
    logo: null,
    inTestMode: true,
    ...addresses(sandboxUrl),
    accountId: cardAccounts[key] ?? '',
    serverKey: `${key}-server`,
    serverSecret: 'sandbox-server-secret',
    tokenKey: `${key}-token`,
    tokenSecret: 'sandbox-token-secret',
    allowVaultPortal: true,
    rememberNewCardDefault: false,
    acceptedCards: ['VI', 'MC', 'AM'],
    supportedCountries: [],
    force3dsV1: false,
    ...(await walletSettings(key, `${key}-token`, { sandboxUrl, now })),
  };
  const providers = [{ key: 'paysafe', settings: paysafe as object }, ...secondProvider(key, sandboxUrl)];
  const rows = sites.flatMap((_, site) =>
    providers.map((provider, index) => ({
      site_id: site + 1,
      key: provider.key,
      position: index + 1,
      settings: provider.settings,
    })),
  );
  await insertProviders(trx, tenantId, rows);
}

/** Returns the provider beside the cards: PayPal in one marina, a redirect provider in the other. */
function secondProvider(marina: string, sandboxUrl: string): { key: string; settings: object }[] {
  if (marina === 'port-azur')
    return [
      {
        key: 'redirect',
        settings: {
          displayName: 'Phare Paiement',
          inTestMode: true,
          apiBaseUrl: sandboxOrigin(sandboxUrl, 'redirect'),
          merchantId: marina,
          secretKey: 'sandbox-redirect-secret',
          webhookSecret: 'sandbox-webhook-secret',
          requiredFields: ['email', 'mobile', 'town', 'countryCode'],
        },
      },
    ];
  const keys = { clientId: `${marina}-paypal`, clientSecret: 'sandbox-paypal-secret', webhookId: `${marina}-webhook` };
  const apiBaseUrl = sandboxOrigin(sandboxUrl, 'paypal');
  return [{ key: 'paypal', settings: { displayName: 'PayPal', inTestMode: true, apiBaseUrl, ...keys } }];
}

/** Stores the name of the vault profile in which the sandbox keeps cards for the marina's first customer. */
export async function storeVaultProfile(
  trx: TenantDb,
  tenantId: number,
  { key }: Marina,
  accountId: number,
): Promise<void> {
  const profile = { account_id: accountId, provider_key: 'paysafe', provider_account: cardAccounts[key] ?? '' };
  await insertRows(trx, tenantId, 'card_vault_profiles', [{ ...profile, profile_id: `demo-${key}` }]);
}

/** Updates the addresses, because the sandbox may listen on other ports than at the last start. */
export const moveProviders = (db: TenantDb, tenantId: number, sandboxUrl: string): Promise<void> =>
  changeProviderSettings(db, tenantId, (key, settings) => {
    if (key === 'paysafe') return { ...settings, ...addresses(sandboxUrl), ...movedWallets(settings, sandboxUrl) };
    return isSandboxService(key) ? movedTo(sandboxOrigin(sandboxUrl, key), settings) : settings;
  });

/** Returns settings whose addresses (`apiBaseUrl` and its like) are all `origin`. */
function movedTo(origin: string, settings: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const moved = Object.keys(settings).filter((name) => name.endsWith('BaseUrl'));
  return { ...settings, ...Object.fromEntries(moved.map((name) => [name, origin])) };
}

/** Returns the wallets that a provider has, with the sandbox's current addresses. */
function movedWallets(settings: Readonly<Record<string, unknown>>, sandboxUrl: string): Record<string, object> {
  const moved = Object.entries(walletAddresses(sandboxUrl)).flatMap(([wallet, addressesOfWallet]) => {
    const before = settings[wallet];
    return typeof before === 'object' && before !== null ? [[wallet, { ...before, ...addressesOfWallet }]] : [];
  });
  return Object.fromEntries(moved);
}

const addresses = (sandboxUrl: string) => ({ apiBaseUrl: sandboxUrl, scriptBaseUrl: sandboxUrl });

/** Lets customers sign in with the sandbox's two providers, at its current address. */
export async function storeSignOnProviders(
  db: TenantDb,
  tenantId: number,
  { key, settings }: Marina,
  sandboxUrl: string,
): Promise<void> {
  const base = sandboxOrigin(sandboxUrl, 'singleSignOn');
  for (const provider of settings.authProviders.filter((each) => each.key !== 'credentials')) {
    await saveSignOnProvider(db, tenantId, provider.key, {
      issuer: new URL(provider.key, base).href,
      clientId: `quayside-${key}`,
      clientSecret: 'sandbox-sso-secret',
    });
  }
}
