import { sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';

/** Locks an object until the transaction ends: another change of the same object waits. */
export async function lockResource(trx: TenantDb, tenantId: number, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`integration ${tenantId} ${name}`}, 0))`.execute(trx);
}
