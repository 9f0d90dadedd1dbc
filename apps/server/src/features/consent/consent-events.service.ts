import type { TenantDb } from '../../db/client.ts';
import { recordChanges } from '../events/events.service.ts';
import { presentChoice } from './consent-resources.presenter.ts';
import { listNewChoices } from './consent-resources.queries.ts';

/** Records an event of each choice that this transaction has made and that holds. Call it once, at its end. */
export async function recordConsentEvents(trx: TenantDb, tenant: { id: number }, now: Date): Promise<void> {
  await recordChanges(
    trx,
    tenant.id,
    {
      list: async (after, limit) => {
        const rows = await listNewChoices(trx, tenant.id, after, limit);
        return rows.map((row) => ({ ...row, id: row.account_id }));
      },
      asEvent: (row) => ({ type: 'consent.changed', reference: row.account, object: presentChoice(row) }),
    },
    now,
  );
}
