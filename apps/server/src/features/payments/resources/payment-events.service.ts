import type { paymentEvents } from '@quayside/contract/integration/payments/payments.ts';
import type { TenantDb } from '../../../db/client.ts';
import type { Tenant } from '../../../http/context.ts';
import { recordEvents } from '../../events/events.service.ts';
import { isUnpaidEnd, type PaymentEvent } from '../payment-states.rules.ts';
import type { PaymentRow } from '../payments.queries.ts';
import { presentPaymentResource } from './payment-resources.presenter.ts';
import { listPaymentResources } from './payment-resources.queries.ts';

type PaymentEventType = keyof typeof paymentEvents;

/** The steps of an attempt that the marina's programs hear of. The others lead to one of them. */
const types: Partial<Record<PaymentEvent, PaymentEventType>> = {
  allocated: 'payment.completed',
  partlyRefunded: 'payment.refunded',
  refunded: 'payment.refunded',
  disputed: 'payment.disputed',
  reversed: 'payment.reversed',
  partlyReversed: 'payment.reversed',
  restored: 'payment.restored',
};

type Sums = Pick<PaymentRow, 'refunded_minor' | 'disputed_minor' | 'reversed_minor'>;

/**
 * Returns the type for the marina's programs; undefined if they don't hear of this step. Money that comes back is told
 * as such, also if a part of the payment stays refunded, disputed or reversed.
 */
export function eventTypeOf(
  event: PaymentEvent,
  before: Sums,
  after: Sums & Pick<PaymentRow, 'state'>,
): PaymentEventType | undefined {
  if (isUnpaidEnd(after.state)) return 'payment.failed';
  const isBack = after.reversed_minor < before.reversed_minor || goneOf(after) < goneOf(before);
  return isBack ? 'payment.restored' : types[event];
}

const goneOf = ({ refunded_minor, disputed_minor, reversed_minor }: Sums): number =>
  refunded_minor + disputed_minor + reversed_minor;

/** Records an event of each payment, as it is now in this transaction. */
export async function recordPaymentEvents(
  trx: TenantDb,
  tenant: Pick<Tenant, 'id' | 'settings'>,
  { type, ids }: { type: PaymentEventType; ids: readonly number[] },
  now: Date,
): Promise<void> {
  const objects = (await listPaymentResources(trx, tenant.id, ids)).map((row) => presentPaymentResource(row, tenant));
  const events = objects.map((object) => ({ type, reference: object.number, object }));
  await recordEvents(trx, tenant.id, events, now);
}
