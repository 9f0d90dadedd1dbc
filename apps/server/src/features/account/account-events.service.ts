import type { TenantDb } from '../../db/client.ts';
import { recordChanges } from '../events/events.service.ts';
import { presentAccountResource } from './account-resources.presenter.ts';
import { listChangedAccounts } from './account-resources.queries.ts';

/**
 * Records an event of each account that this transaction has made or changed. Call it once, when it changes no more.
 */
export async function recordAccountEvents(trx: TenantDb, tenant: { id: number }, now: Date): Promise<void> {
  await recordChanges(
    trx,
    tenant.id,
    {
      list: (after, limit) => listChangedAccounts(trx, tenant.id, after, limit),
      asEvent: (row) => ({
        type: row.is_new ? 'account.created' : 'account.changed',
        reference: row.reference,
        object: presentAccountResource(row),
      }),
    },
    now,
  );
}
