import { sql } from 'kysely';
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

/** The sandbox may listen elsewhere than at the last start. */
export async function moveProviders(db: TenantDb, tenantId: number, sandboxUrl: string): Promise<void> {
  await sql`
    update payment_providers set settings = settings || ${JSON.stringify(addresses(sandboxUrl))}::jsonb
    where tenant_id = ${tenantId} and key = 'paysafe'
      and not settings @> ${JSON.stringify(addresses(sandboxUrl))}::jsonb`.execute(db);
}

const addresses = (sandboxUrl: string) => ({ apiBaseUrl: sandboxUrl, scriptBaseUrl: sandboxUrl });
