import type { TenantDb } from '../../db/client.ts';
import { nextCheck } from './check-times.ts';
import type { Engine } from './engine.ts';
import { isUnpaidEnd, nextState, type PaymentEvent } from './payment-states.ts';
import { insertEvent, type PaymentChanges, type PaymentRow, releaseOrders, updatePayment } from './payments.queries.ts';

export interface Happening {
  event: PaymentEvent;
  changes?: PaymentChanges;
  /** Codes and provider ids; never a secret, a card number or a name. */
  detail?: Record<string, unknown>;
}

/**
 * Lets something happen to a locked attempt: state, event, reservation, next look. The one place where a state changes.
 * @returns the attempt as it is then; null where its state refuses the event
 */
export async function applyEvent(
  trx: TenantDb,
  { tenant, clock }: Engine,
  payment: PaymentRow,
  { event, changes = {}, detail = {} }: Happening,
): Promise<PaymentRow | null> {
  const state = nextState(payment.state, event);
  if (state === null) return null;
  const now = clock.now();
  const changed = { ...payment, ...changes, state, updated_at: now } as PaymentRow;
  await updatePayment(trx, tenant.id, payment.id, {
    ...changes,
    state,
    updated_at: now,
    check_at: nextCheck(changed, now),
  });
  const moved = { event, from_state: payment.state, to_state: state, detail, created_at: now };
  await insertEvent(trx, tenant.id, payment.id, moved);
  if (isUnpaidEnd(state)) await releaseOrders(trx, tenant.id, payment.id);
  return changed;
}
