import { sql } from 'kysely';
import type { DatabaseClient, TenantDb } from '../../../db/client.ts';
import { decryptSettings, providerSettings } from '../../../db/secrets/secrets.ts';

type ProviderOfTenant = {
  tenant_id: number;
  tenant_key: string;
  /** The culture of the tenant's settings, as it is stored. */
  culture: unknown;
  site_id: number;
  key: string;
  /** Decrypts its settings. It takes a while for thousands of them. */
  decryptSettings: () => unknown;
};

/** Returns the providers of all sites of all tenants. */
export async function unsafeAllProviders(database: DatabaseClient): Promise<ProviderOfTenant[]> {
  const db = database.unsafeWithoutTenant();
  type Row = Omit<ProviderOfTenant, 'decryptSettings'> & { settings: unknown };
  const { rows } = await sql<Row>`select * from unsafe_payment_providers()`.execute(db);
  return rows.map(({ settings, ...row }) => ({
    ...row,
    decryptSettings: () => decryptSettings(db, providerSettings, row, settings),
  }));
}

export interface SiteWithoutProvider {
  site_id: number;
  /** The providers of the marina's other sites, by their keys. */
  providers: string[];
}

/** Returns a marina's sites without a payment provider, if its other sites have one. */
export async function sitesWithoutProvider(db: TenantDb, tenantId: number): Promise<SiteWithoutProvider[]> {
  const { rows } = await sql<SiteWithoutProvider>`
    select site_id, providers from sites_without_provider(${tenantId}::int)`.execute(db);
  return rows;
}

/** Returns such sites of all tenants. */
export async function unsafeSitesWithoutProvider(
  database: DatabaseClient,
): Promise<(SiteWithoutProvider & { tenant_key: string })[]> {
  const { rows } = await sql<SiteWithoutProvider & { tenant_key: string }>`
    select tenant_key, site_id, providers from unsafe_sites_without_provider()`.execute(database.unsafeWithoutTenant());
  return rows;
}

/** Returns one digest of all that `unsafeAllProviders` returns. It changes with each of these rows. */
export async function unsafeDigestOfProviders(database: DatabaseClient): Promise<string> {
  const db = database.unsafeWithoutTenant();
  const { rows } = await sql<{ digest: string }>`select unsafe_digest_of_payment_providers() as digest`.execute(db);
  return rows[0]?.digest ?? '';
}

/** Returns the mark of the last check that found all providers in order. Undefined if there was none. */
export async function findCheckedProviders(database: DatabaseClient): Promise<string | undefined> {
  const row = await database.unsafeWithoutTenant().selectFrom('checked_providers').select('mark').executeTakeFirst();
  return row?.mark;
}

/** Keeps the mark of a check in place of the last one. */
export async function storeCheckedProviders(database: DatabaseClient, mark: string): Promise<void> {
  await database
    .unsafeWithoutTenant()
    .insertInto('checked_providers')
    .values({ mark })
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet({ mark }))
    .execute();
}
