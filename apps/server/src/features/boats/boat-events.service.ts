import type { TenantDb } from '../../db/client.ts';
import { recordChanges } from '../events/events.service.ts';
import { presentBoatResource } from './boat-resources.presenter.ts';
import { listChangedBoats } from './boat-resources.queries.ts';

/** Records an event of each boat that this transaction has made or changed. Call it once, when it changes no more. */
export async function recordBoatEvents(trx: TenantDb, tenant: { id: number }, now: Date): Promise<void> {
  await recordChanges(
    trx,
    tenant.id,
    {
      list: (after, limit) => listChangedBoats(trx, tenant.id, after, limit),
      asEvent: (row) => ({
        type: row.is_new ? 'boat.created' : 'boat.changed',
        reference: row.reference,
        object: presentBoatResource(row),
      }),
    },
    now,
  );
}
