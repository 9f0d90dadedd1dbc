import { isDeepStrictEqual } from 'node:util';
import type { TenantDb } from '../db/client.ts';
import { insertRows } from '../db/sql/insert-rows.ts';
import { listSecrets, replaceSecret } from '../db/secrets/secrets.queries.ts';
import { decryptSettings, providerSettings, encryptSettings } from '../db/secrets/secrets.ts';

type Settings = Record<string, unknown>;

/** A payment provider of one site. */
interface SiteProvider {
  site_id: number;
  key: string;
  position: number;
  settings: object;
}

/** Stores payment providers with encrypted settings. */
export async function insertProviders(
  trx: TenantDb,
  tenantId: number,
  providers: readonly SiteProvider[],
): Promise<void> {
  const rows = providers.map((provider) => ({
    ...provider,
    settings: encryptSettings(trx, providerSettings, { tenant_id: tenantId, ...provider }, provider.settings),
  }));
  await insertRows(trx, tenantId, 'payment_providers', rows);
}

/** Changes the settings of the payment providers of every site. Settings that stay the same are not written. */
export async function changeProviderSettings(
  db: TenantDb,
  tenantId: number,
  change: (key: string, settings: Settings) => Settings,
): Promise<void> {
  for (const stored of await listSecrets(db, tenantId, providerSettings)) {
    const before = decryptSettings(db, providerSettings, stored.row, stored.value) as Settings;
    const after = change(String(stored.row['key']), before);
    if (isDeepStrictEqual(before, after)) continue;
    await replaceSecret(db, providerSettings, stored, encryptSettings(db, providerSettings, stored.row, after));
  }
}
