import type { TenantDb } from '../../../db/client.ts';

export interface NewProviderEvent {
  id: number;
  provider_key: string;
  event_id: string;
  kind: string;
  merchant_ref_number: string | null;
  provider_payment_id: string | null;
  received_at: Date;
}

/** Stores an event. @returns true if it is the first of its name; repeated ones count once */
export async function insertProviderEvent(trx: TenantDb, tenantId: number, event: NewProviderEvent): Promise<boolean> {
  const stored = await trx
    .insertInto('provider_events')
    .values({ ...event, tenant_id: tenantId })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'provider_key', 'event_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return stored !== undefined;
}

export async function findProviderEvent(db: TenantDb, tenantId: number, id: number) {
  return db
    .selectFrom('provider_events')
    .select(['id', 'provider_key', 'merchant_ref_number', 'provider_payment_id', 'handled_at'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function noteHandled(db: TenantDb, tenantId: number, id: number, now: Date): Promise<void> {
  await db
    .updateTable('provider_events')
    .set({ handled_at: now })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** Deletes old events. Providers repeat an event for some days. */
export async function sweepProviderEvents(db: TenantDb, tenantId: number, before: Date): Promise<void> {
  await db.deleteFrom('provider_events').where('tenant_id', '=', tenantId).where('received_at', '<', before).execute();
}
