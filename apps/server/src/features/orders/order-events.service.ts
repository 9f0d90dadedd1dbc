import type { TenantDb } from '../../db/client.ts';
import type { Tenant } from '../../http/context.ts';
import { recordChanges } from '../events/events.service.ts';
import { presentOrderIn } from './order-resources.presenter.ts';
import { listChangedOrders } from './order-resources.queries.ts';

/** Records an event of each order that this transaction has made or changed. Call it once, when it changes no more. */
export async function recordOrderEvents(
  trx: TenantDb,
  tenant: Pick<Tenant, 'id' | 'settings'>,
  now: Date,
): Promise<void> {
  const present = presentOrderIn(tenant);
  await recordChanges(
    trx,
    tenant.id,
    {
      list: (after, limit) => listChangedOrders(trx, tenant.id, after, limit),
      asEvent: (row) => ({ type: typeOf(row), reference: row.reference, object: present(row) }),
    },
    now,
  );
}

function typeOf({ is_new, is_paid_up }: { is_new: boolean; is_paid_up: boolean }) {
  if (is_new) return 'order.created';
  return is_paid_up ? 'order.paid' : 'order.changed';
}
