import type { TenantDb } from '../../db/client.ts';

export interface NewAuthentication {
  payment_id: number;
  payment_token_hash: Buffer;
  created_at: Date;
}

/** Notes that the bank is about to be asked. DANGER: the payment has to be locked. @returns the try's number */
export async function insertAuthentication(trx: TenantDb, tenantId: number, row: NewAuthentication): Promise<number> {
  const latest = await findLatestAuthentication(trx, tenantId, row.payment_id);
  const attempt = (latest?.attempt ?? 0) + 1;
  const unanswered = {
    authentication_id: null,
    status: null,
    version: null,
    enrollment: null,
    result: null,
    outcome: null,
    authentication: null,
  };
  await trx
    .insertInto('three_d_secure_lookups')
    .values({ ...row, ...unanswered, tenant_id: tenantId, attempt })
    .execute();
  return attempt;
}

export type AuthenticationRow = NonNullable<Awaited<ReturnType<typeof findLatestAuthentication>>>;

/** Returns the latest try of a payment, the only one that counts. */
export async function findLatestAuthentication(db: TenantDb, tenantId: number, paymentId: number) {
  return db
    .selectFrom('three_d_secure_lookups')
    .select([
      'attempt',
      'authentication_id',
      'payment_token_hash',
      'status',
      'version',
      'enrollment',
      'result',
      'outcome',
      'authentication',
    ])
    .where('tenant_id', '=', tenantId)
    .where('payment_id', '=', paymentId)
    .orderBy('attempt', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Returns the reference of an account's attempt whose bank was asked about this card token. Null if none was. */
export async function findReferenceOfToken(db: TenantDb, tenantId: number, accountId: number, tokenHash: Buffer) {
  const row = await db
    .selectFrom('payments as p')
    .innerJoin('three_d_secure_lookups as l', (join) =>
      join.onRef('l.tenant_id', '=', 'p.tenant_id').onRef('l.payment_id', '=', 'p.id'),
    )
    .select('p.merchant_ref_number')
    .where('p.tenant_id', '=', tenantId)
    .where('p.account_id', '=', accountId)
    .where('l.payment_token_hash', '=', tokenHash)
    .orderBy('p.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.merchant_ref_number ?? null;
}

export interface AuthenticationAnswer {
  authentication_id: string | null;
  status: string | null;
  version: number | null;
  enrollment: string | null;
  result: string | null;
  outcome: string;
  /** JSON of the fields that the charge has to carry. */
  authentication: string | null;
}

/** Stores the provider’s answer to a question of 3-D Secure. */
export async function updateAuthentication(
  trx: TenantDb,
  tenantId: number,
  { paymentId, attempt }: { paymentId: number; attempt: number },
  answer: AuthenticationAnswer,
): Promise<void> {
  await trx
    .updateTable('three_d_secure_lookups')
    .set(answer)
    .where('tenant_id', '=', tenantId)
    .where('payment_id', '=', paymentId)
    .where('attempt', '=', attempt)
    .execute();
}

/** The account of a profile, and the vault that holds it. */
export interface ProfileKey {
  account_id: number;
  provider_key: string;
  provider_account: string;
}

/** Returns the provider’s id of an account’s profile. Null if it has none there. */
export async function findProfileId(db: TenantDb, tenantId: number, key: ProfileKey): Promise<string | null> {
  const row = await db
    .selectFrom('card_vault_profiles')
    .select('profile_id')
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', key.account_id)
    .where('provider_key', '=', key.provider_key)
    .where('provider_account', '=', key.provider_account)
    .executeTakeFirst();
  return row?.profile_id ?? null;
}

export async function saveProfileId(db: TenantDb, tenantId: number, key: ProfileKey, profileId: string): Promise<void> {
  await db
    .insertInto('card_vault_profiles')
    .values({ ...key, tenant_id: tenantId, profile_id: profileId })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'account_id', 'provider_key', 'provider_account'])
        .doUpdateSet({ profile_id: profileId }),
    )
    .execute();
}

/** Forgets a profile that the provider does not know any more. */
export async function forgetProfileId(db: TenantDb, tenantId: number, key: ProfileKey): Promise<void> {
  await db
    .deleteFrom('card_vault_profiles')
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', key.account_id)
    .where('provider_key', '=', key.provider_key)
    .where('provider_account', '=', key.provider_account)
    .execute();
}

/**
 * Claims the right to keep a card in a profile. Nobody else gets it before it is released, or before `until`.
 * @returns true if it was free
 */
export async function claimProfile(
  db: TenantDb,
  tenantId: number,
  key: ProfileKey,
  { now, until }: { now: Date; until: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('card_vault_profiles')
    .set({ keeping_until: until })
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', key.account_id)
    .where('provider_key', '=', key.provider_key)
    .where('provider_account', '=', key.provider_account)
    .where((where) => where.or([where('keeping_until', 'is', null), where('keeping_until', '<=', now)]))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Releases a profile. @param until the end of this claim; a claim that expired may be somebody else's by now */
export async function releaseProfile(db: TenantDb, tenantId: number, key: ProfileKey, until: Date): Promise<void> {
  await db
    .updateTable('card_vault_profiles')
    .set({ keeping_until: null })
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', key.account_id)
    .where('provider_key', '=', key.provider_key)
    .where('provider_account', '=', key.provider_account)
    .where('keeping_until', '=', until)
    .execute();
}

export async function siteTimeZone(db: TenantDb, tenantId: number, siteId: number): Promise<string> {
  const site = await db
    .selectFrom('sites')
    .select('time_zone')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', siteId)
    .executeTakeFirstOrThrow();
  return site.time_zone;
}

/** Lists the profiles of an account in all vaults. */
export async function profilesOfAccount(db: TenantDb, tenantId: number, accountId: number) {
  return db
    .selectFrom('card_vault_profiles')
    .select(['provider_key', 'provider_account', 'profile_id'])
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .execute();
}
