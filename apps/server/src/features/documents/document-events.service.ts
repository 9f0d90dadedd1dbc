import type { TenantDb } from '../../db/client.ts';
import { recordChanges } from '../events/events.service.ts';
import { presentDocumentResource } from './document-resources.presenter.ts';
import { listChangedDocuments } from './document-resources.queries.ts';

/**
 * Records an event of each complete document that this transaction has made or changed. Call it once, when it changes
 * no more.
 * @param except the number of a document that has an event of its own, as an upload has
 */
export async function recordDocumentEvents(
  trx: TenantDb,
  tenant: { id: number },
  now: Date,
  except?: number,
): Promise<void> {
  await recordChanges(
    trx,
    tenant.id,
    {
      list: (after, limit) => listChangedDocuments(trx, tenant.id, { after, except: except ?? null }, limit),
      asEvent: (row) => ({
        type: row.is_new ? 'document.created' : 'document.changed',
        reference: row.reference,
        object: presentDocumentResource(row),
      }),
    },
    now,
  );
}
