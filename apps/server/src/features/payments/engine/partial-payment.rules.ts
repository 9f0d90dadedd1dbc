import { majorToMinor } from '@quayside/contract/shared/money.ts';
import { smallestPart } from '@quayside/contract/payments/partial-payments.ts';
import type { PartialAmounts } from '@quayside/contract/payments/payments.ts';
import type { Tenant } from '../../../http/context.ts';
import { CallError } from '../../../http/errors.ts';
import type { PayableOrder } from '../../orders/orders.service.ts';
import type { PlannedOrder } from '../payment-orders.queries.ts';

type Owed = Pick<PayableOrder, 'id' | 'outstandingMinor'>;

/** Returns the sum that orders owe, in minor units. */
export const totalOf = (orders: readonly Pick<Owed, 'outstandingMinor'>[]) =>
  orders.reduce((sum, { outstandingMinor }) => sum + outstandingMinor, 0);

/** Returns the sum that an attempt pays, in minor units. */
export const plannedTotal = (planned: readonly Pick<PlannedOrder, 'amount_minor'>[]) =>
  planned.reduce((sum, { amount_minor }) => sum + amount_minor, 0);

/**
 * Returns what an attempt pays of each order: all that it owes, or the part that its payer chose.
 * @throws CallError INVALID_REQUEST if the marina allows no parts, or they are not parts of these orders
 */
export function planPayment(
  { settings }: Pick<Tenant, 'settings'>,
  orders: readonly Owed[],
  parts: PartialAmounts | undefined,
): PlannedOrder[] {
  if (!parts)
    return orders.map(({ id, outstandingMinor }) => ({
      order_id: id,
      amount_minor: outstandingMinor,
      due_minor: null,
    }));
  const areOnce = new Set(parts.map(({ orderId }) => orderId)).size === parts.length;
  if (!settings.allowPartialPayment || !areOnce) throw wrongParts();
  return parts.map(({ orderId, amount }) => {
    const due_minor = orders.find(({ id }) => id === orderId)?.outstandingMinor ?? 0;
    const amount_minor = majorToMinor(amount, settings.culture.currencyDecimalPlaces) ?? 0;
    if (amount_minor <= 0 || amount_minor > due_minor) throw wrongParts();
    return { order_id: orderId, amount_minor, due_minor };
  });
}

const wrongParts = () => new CallError('INVALID_REQUEST', { values: { field: 'partialAmounts' } });

/** Returns the smallest amount that may be paid of these orders, in minor units. */
export const smallestPayment = ({ settings }: Pick<Tenant, 'settings'>, orders: readonly Owed[]): number =>
  smallestPart(settings.partialPaymentMinimum, totalOf(orders), settings.culture.currencyDecimalPlaces);
