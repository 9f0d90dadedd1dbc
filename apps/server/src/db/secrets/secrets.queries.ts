import { sql } from 'kysely';
import type { TenantDb } from '../client.ts';
import type { SecretColumn } from './secrets.ts';

/** A stored secret: the key of its row, and its value. */
export interface StoredSecret {
  row: { tenant_id: number } & Record<string, unknown>;
  value: unknown;
}

/** Returns the secrets of one column and one tenant. */
export async function listSecrets(
  db: TenantDb,
  tenantId: number,
  { table, column, row }: SecretColumn,
): Promise<StoredSecret[]> {
  const { rows } = await sql<{ tenant_id: number; secret: unknown }>`
    select ${columnList(row)}, ${sql.id(column)} as secret from ${sql.table(table)}
    where tenant_id = ${tenantId} and ${sql.id(column)} is not null order by ${columnList(row)}`.execute(db);
  return rows.map(({ secret, ...key }) => ({ row: key, value: secret }));
}

/**
 * Replaces a secret, unless somebody changed it since it was read.
 * @param before the value that was read
 * @returns false if it was changed
 */
export async function replaceSecret(
  db: TenantDb,
  { table, column, type }: SecretColumn,
  { row, value: before }: StoredSecret,
  value: object | null,
): Promise<boolean> {
  const cast = sql.raw(type === 'bytes' ? 'bytea' : 'jsonb');
  const asParameter = (each: unknown) => (each === null || Buffer.isBuffer(each) ? each : JSON.stringify(each));
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set ${sql.id(column)} = ${asParameter(value)}::${cast}
    where ${matching(row)} and ${sql.id(column)} = ${asParameter(before)}::${cast}`.execute(db);
  return numAffectedRows === 1n;
}

/** Deletes the row of a secret, unless somebody changed the secret since it was read. */
export async function deleteSecretRow(
  db: TenantDb,
  { table, column }: SecretColumn,
  { row, value }: StoredSecret,
): Promise<void> {
  await sql`
    delete from ${sql.table(table)}
    where ${matching(row)} and ${sql.id(column)} = ${JSON.stringify(value)}::jsonb`.execute(db);
}

const columnList = (row: readonly string[]) => sql.join(['tenant_id', ...row].map((name) => sql.ref(name)));

const matching = (row: StoredSecret['row']) =>
  sql.join(
    Object.entries(row).map(([name, value]) => sql`${sql.ref(name)} = ${value}`),
    sql` and `,
  );

/** Returns the names of the keys that secrets of this database may need, the oldest first. */
export async function listKeyIds(db: TenantDb): Promise<{ keyId: string; addedAt: Date }[]> {
  return db
    .selectFrom('secret_keys')
    .select(['key_id as keyId', 'added_at as addedAt'])
    .orderBy('added_at')
    .orderBy('key_id')
    .execute();
}

/** Lets one process after the other compare its keys, until the transaction ends. */
export async function lockKeyIds(trx: TenantDb): Promise<void> {
  await sql`select pg_advisory_xact_lock(7201848)`.execute(trx);
}

export async function addKeyId(db: TenantDb, keyId: string): Promise<void> {
  await sql`
    insert into secret_keys (key_id, added_at) values (${keyId}, clock_timestamp()) on conflict do nothing`.execute(db);
}

export async function deleteKeyIds(db: TenantDb, keyIds: readonly string[]): Promise<void> {
  if (keyIds.length > 0)
    await db
      .deleteFrom('secret_keys')
      .where('key_id', 'in', [...keyIds])
      .execute();
}
