import { sql } from 'kysely';
import { saveSignOnProvider } from '../../features/sign-on/providers.service.ts';
import type { TenantDb } from '../client.ts';
import type { Marina } from './marinas.ts';

/** Gives every site of a marina the sandbox's card provider, with the sandbox's own well-known keys. */
export async function storeProviders(
  trx: TenantDb,
  tenantId: number,
  { key, sites, settings }: Marina,
  sandboxUrl: string,
): Promise<void> {
  const paysafe = {
    displayName: settings.culture.defaultLanguage === 'fr-FR' ? 'Carte bancaire' : 'Card',
    logo: null,
    inTestMode: true,
    ...addresses(sandboxUrl),
    accountId: `${key}-${settings.culture.isoCurrencyCode.toLowerCase()}`,
    serverKey: `${key}-server`,
    serverSecret: 'sandbox-server-secret',
    tokenKey: `${key}-token`,
    tokenSecret: 'sandbox-token-secret',
    allowVaultPortal: true,
    rememberNewCardDefault: false,
    acceptedCards: ['VI', 'MC', 'AM'],
    supportedCountries: [],
    force3dsV1: false,
  };
  const rows = sites.map((_, index) => ({
    tenant_id: tenantId,
    site_id: index + 1,
    key: 'paysafe',
    position: 1,
    settings: JSON.stringify(paysafe),
  }));
  await trx.insertInto('payment_providers').values(rows).execute();
}

/** The sandbox keeps cards for the marina's first customer, in a profile that it names by the marina. */
export async function storeVaultProfile(
  trx: TenantDb,
  tenantId: number,
  { key, settings }: Marina,
  accountId: number,
): Promise<void> {
  await trx
    .insertInto('card_vault_profiles')
    .values({
      tenant_id: tenantId,
      account_id: accountId,
      provider_key: 'paysafe',
      provider_account: `${key}-${settings.culture.isoCurrencyCode.toLowerCase()}`,
      profile_id: `demo-${key}`,
    })
    .execute();
}

/** The sandbox may listen elsewhere than at the last start. */
export async function moveProviders(db: TenantDb, tenantId: number, sandboxUrl: string): Promise<void> {
  await sql`
    update payment_providers set settings = settings || ${JSON.stringify(addresses(sandboxUrl))}::jsonb
    where tenant_id = ${tenantId} and key = 'paysafe'
      and not settings @> ${JSON.stringify(addresses(sandboxUrl))}::jsonb`.execute(db);
}

const addresses = (sandboxUrl: string) => ({ apiBaseUrl: sandboxUrl, scriptBaseUrl: sandboxUrl });

/** Lets customers sign in with the sandbox's two providers, where it listens now: on the third port after its first. */
export async function storeSignOnProviders(
  db: TenantDb,
  tenantId: number,
  { key, settings }: Marina,
  sandboxUrl: string,
): Promise<void> {
  const base = new URL(sandboxUrl);
  base.port = String(Number(base.port) + 3);
  for (const provider of settings.authProviders.filter((each) => each.key !== 'credentials')) {
    await saveSignOnProvider(db, tenantId, provider.key, {
      issuer: new URL(provider.key, base).href,
      clientId: `quayside-${key}`,
      clientSecret: 'sandbox-sso-secret',
    });
  }
}
