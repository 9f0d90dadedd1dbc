import type { TenantDb } from '../../db/client.ts';
import { recordChanges } from '../events/events.service.ts';
import { presentSiteResource } from './sites.presenter.ts';
import { listChangedSites } from './sites.queries.ts';

/**
 * Records an event of each harbour that this transaction has made or changed. Call it once, when it changes no more.
 */
export async function recordSiteEvents(trx: TenantDb, tenant: { id: number }, now: Date): Promise<void> {
  await recordChanges(
    trx,
    tenant.id,
    {
      list: (after, limit) => listChangedSites(trx, tenant.id, after, limit),
      asEvent: (row) => ({
        type: row.is_new ? 'site.created' : 'site.changed',
        reference: String(row.id),
        object: presentSiteResource(row),
      }),
    },
    now,
  );
}
