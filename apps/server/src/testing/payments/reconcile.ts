import { reconcilePayments } from '../../features/payments/engine/reconcile.service.ts';
import { loadTenant } from '../../http/tenant/tenant.ts';
import type { CheckoutFixture } from './checkout-fixture.ts';

/**
 * Runs the server's recurring reconciliation once.
 * @param visibilityMs the longest time that a charge may stay invisible
 */
export async function reconcile(
  { app, tenant }: Pick<CheckoutFixture, 'app' | 'tenant'>,
  visibilityMs = 1_000,
): Promise<void> {
  await reconcilePayments({
    tenant: await loadTenant(app.database, tenant.id),
    db: tenant.db,
    clock: app.clock,
    log: app.app.log,
    visibilityMs,
  });
}
