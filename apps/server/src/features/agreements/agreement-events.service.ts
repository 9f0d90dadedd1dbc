import type { TenantDb } from '../../db/client.ts';
import { recordChanges } from '../events/events.service.ts';
import { presentAgreementResource } from './agreement-resources.presenter.ts';
import { listChangedAgreements } from './agreement-resources.queries.ts';

/**
 * Records an event of each agreement that this transaction has made or changed. Call it once, when it changes no more.
 * A signature has an event of its own.
 */
export async function recordAgreementEvents(trx: TenantDb, tenant: { id: number }, now: Date): Promise<void> {
  await recordChanges(
    trx,
    tenant.id,
    {
      list: (after, limit) => listChangedAgreements(trx, tenant.id, after, limit),
      asEvent: (row) => ({
        type: row.is_new ? 'agreement.created' : 'agreement.changed',
        reference: row.reference,
        object: presentAgreementResource(row),
      }),
    },
    now,
  );
}
