import { type Insertable, sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import type { Database } from '../../db/schema/schema.ts';
import { decryptSettings, encryptSettings, webhookSecrets } from '../../db/secrets/secrets.ts';
import type { Secrets } from './signature.rules.ts';

type Row = Insertable<Database['webhook_endpoints']>;

const columns = [
  ...(['tenant_id', 'id', 'reference', 'url', 'types', 'sent_up_to', 'off_reason', 'failing_since'] as const),
  ...(['failure_told_at', 'resume_at', 'created_at'] as const),
] as const;

export type EndpointRow = Awaited<ReturnType<typeof listEndpoints>>[number];

export async function listEndpoints(db: TenantDb, tenantId: number) {
  return db.selectFrom('webhook_endpoints').select(columns).where('tenant_id', '=', tenantId).orderBy('id').execute();
}

export async function findEndpoint(db: TenantDb, tenantId: number, reference: string) {
  return db
    .selectFrom('webhook_endpoints')
    .select(columns)
    .where('tenant_id', '=', tenantId)
    .where('reference', '=', reference)
    .executeTakeFirst();
}

/** Finds an endpoint by its id, and locks it until the transaction ends. */
export async function lockEndpoint(trx: TenantDb, tenantId: number, id: number) {
  return trx
    .selectFrom('webhook_endpoints')
    .select(columns)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Lets one change of the marina's endpoints after the other, until the transaction ends. */
export async function lockEndpoints(trx: TenantDb, tenantId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`webhook endpoints ${tenantId}`}, 0))`.execute(trx);
}

export async function insertEndpoint(
  trx: TenantDb,
  { secrets, ...row }: Omit<Row, 'secrets'> & { secrets: Secrets },
): Promise<void> {
  const encrypted = JSON.stringify(encryptSettings(trx, webhookSecrets, row, secrets));
  await trx
    .insertInto('webhook_endpoints')
    .values({ ...row, secrets: encrypted })
    .execute();
}

export async function updateEndpoint(
  trx: TenantDb,
  tenantId: number,
  id: number,
  change: Partial<
    Pick<Row, 'url' | 'types' | 'off_reason' | 'failing_since' | 'failure_told_at' | 'resume_at' | 'sent_up_to'>
  >,
): Promise<void> {
  await trx
    .updateTable('webhook_endpoints')
    .set(change)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** Deletes an endpoint with its deliveries. */
export async function deleteEndpoint(trx: TenantDb, tenantId: number, id: number): Promise<void> {
  await trx.deleteFrom('webhook_deliveries').where('tenant_id', '=', tenantId).where('endpoint_id', '=', id).execute();
  await trx.deleteFrom('webhook_endpoints').where('tenant_id', '=', tenantId).where('id', '=', id).execute();
}

/** Returns the secrets that sign, decrypted. */
export async function readSecrets(db: TenantDb, tenantId: number, id: number): Promise<Secrets> {
  const row = await db
    .selectFrom('webhook_endpoints')
    .select(['tenant_id', 'id', 'secrets'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return decryptSettings(db, webhookSecrets, row, row.secrets) as Secrets;
}

export async function storeSecrets(trx: TenantDb, tenantId: number, id: number, secrets: Secrets): Promise<void> {
  const encrypted = encryptSettings(trx, webhookSecrets, { tenant_id: tenantId, id }, secrets);
  await trx
    .updateTable('webhook_endpoints')
    .set({ secrets: JSON.stringify(encrypted) })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** Returns the number of the marina's newest committed event. */
export async function lastEvent(db: TenantDb, tenantId: number): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(sequence), 0)::bigint as last from events where tenant_id = ${tenantId}`.execute(db);
  return rows[0]?.last ?? 0;
}
