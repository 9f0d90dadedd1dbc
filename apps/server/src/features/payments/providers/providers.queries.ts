import type { TenantDb } from '../../../db/client.ts';
import { decryptSettings, encryptSettings, providerSettings } from '../../../db/secrets/secrets.ts';
import { isOnProviderPage, isPaid, isUndecided, type PaymentState, paymentStates } from '../payment-states.rules.ts';

/** Returns a site's providers in the order of its list. Their settings hold secrets. */
export async function providersOfSite(db: TenantDb, tenantId: number, siteId: number) {
  const rows = await db
    .selectFrom('payment_providers')
    .select(columns)
    .where('tenant_id', '=', tenantId)
    .where('site_id', '=', siteId)
    .orderBy('position')
    .orderBy('key')
    .execute();
  return rows.map((row) => opened(db, row));
}

const columns = ['tenant_id', 'site_id', 'key', 'settings'] as const;

/** Decrypts the settings of a row. @throws UnreadableSecret */
function opened(db: TenantDb, row: { tenant_id: number; site_id: number; key: string; settings: unknown }) {
  const { site_id, key, settings } = row;
  return { site_id, key, settings: decryptSettings(db, providerSettings, row, settings) };
}

/** Returns the providers of all sites. DANGER: their settings hold secrets. The operator's commands mask them. */
export async function listProviderSettings(db: TenantDb, tenantId: number) {
  const rows = await db
    .selectFrom('payment_providers')
    .select(columns)
    .where('tenant_id', '=', tenantId)
    .orderBy('site_id')
    .orderBy('position')
    .orderBy('key')
    .execute();
  return rows.map((row) => opened(db, row));
}

const states = Object.keys(paymentStates) as PaymentState[];

/** The states in which a provider took money for good. */
const paid = states.filter(isPaid);

/** The states in which only the provider knows what became of an attempt. */
const openStates = states.filter((state) => isOnProviderPage(state) || isUndecided(state));

/** Returns the attempts under way at a site's provider that began at another account of it, by their ids. */
export async function attemptsAtOtherAccounts(
  db: TenantDb,
  tenantId: number,
  { siteId, key, account }: { siteId: number; key: string; account: string },
): Promise<number[]> {
  const rows = await db
    .selectFrom('payments')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('site_id', '=', siteId)
    .where('provider_key', '=', key)
    .where('provider_account', '<>', account)
    .where('state', 'in', openStates)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns the key of the provider that took the account's last payment. Null if there is none. */
export async function lastProviderOf(db: TenantDb, tenantId: number, accountId: number): Promise<string | null> {
  const last = await db
    .selectFrom('payments')
    .select('provider_key')
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .where('state', 'in', paid)
    .where('provider_key', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.provider_key ?? null;
}

export async function findProvider(db: TenantDb, tenantId: number, siteId: number, key: string) {
  const row = await db
    .selectFrom('payment_providers')
    .select(columns)
    .where('tenant_id', '=', tenantId)
    .where('site_id', '=', siteId)
    .where((where) => where(where.fn<string>('lower', ['key']), '=', key.toLowerCase()))
    .executeTakeFirst();
  return row && opened(db, row);
}

export async function upsertProvider(
  db: TenantDb,
  row: { tenant_id: number; site_id: number; key: string; position: number; settings: object },
): Promise<void> {
  const settings = JSON.stringify(encryptSettings(db, providerSettings, row, row.settings));
  await db
    .insertInto('payment_providers')
    .values({ ...row, settings })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'site_id', 'key']).doUpdateSet({ position: row.position, settings }),
    )
    .execute();
}
