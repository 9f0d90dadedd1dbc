import type { TenantDb } from '../../../db/client.ts';
import { recordEvents } from '../../events/events.service.ts';
import type { Engine } from '../engine/engine.types.ts';
import { listPaymentResources } from '../resources/payment-resources.queries.ts';
import { presentRefund } from './refunds.presenter.ts';
import type { RefundRow } from './refunds.queries.ts';

/** Records that a refund has ended, for the marina's programs, in the transaction that ends it. */
export async function recordRefundEnd(
  trx: TenantDb,
  { tenant, clock }: Pick<Engine, 'tenant' | 'clock'>,
  refund: RefundRow,
): Promise<void> {
  if (refund.state !== 'done' && refund.state !== 'refused') return;
  const [payment] = await listPaymentResources(trx, tenant.id, [refund.payment_id]);
  if (!payment) return;
  const type = refund.state === 'done' ? 'refund.completed' : 'refund.failed';
  const event = { type, reference: refund.reference, object: presentRefund(refund, tenant, payment) } as const;
  await recordEvents(trx, tenant.id, [event], clock.now());
}
