import { onNoOrderMinor, type PaymentSums } from '../available/available-amount.rules.ts';

interface Allocation {
  id: number;
  amount_minor: number;
  refunded_minor: number;
}

/**
 * Spreads a refund over a payment's orders, because no provider says which one it is for: first over the unallocated
 * amount, then over the last allocation.
 * @returns each allocation's share; they add up to the refund, less the unallocated part
 */
export function spreadRefund(
  allocations: readonly Pick<Allocation, 'id' | 'amount_minor'>[],
  payment: Omit<PaymentSums, 'refunded_minor'>,
  refundedMinor: number,
): { id: number; refundedMinor: number }[] {
  const onNoOrder = payment.amount_minor - payment.reversed_minor - payment.allocated_minor;
  let left = Math.max(0, refundedMinor - onNoOrder);
  return lastFirst(allocations).map(({ id, amount_minor }) => {
    const share = Math.min(left, amount_minor);
    left -= share;
    return { id, refundedMinor: share };
  });
}

/**
 * Spreads a further reversed part of a payment: first over the available amount, then over the last allocation. It
 * reaches refunded parts only if nothing else is left, because the marina does not have that money any more.
 * @returns the amount that each allocation loses; unchanged ones are left out
 */
export function spreadReversal(
  allocations: readonly Allocation[],
  payment: PaymentSums,
  moreMinor: number,
): { id: number; minor: number }[] {
  let left = Math.max(0, moreMinor - onNoOrderMinor(payment));
  const parts = new Map<number, number>();
  const take = (id: number, most: number) => {
    const part = Math.min(left, most);
    left -= part;
    if (part > 0) parts.set(id, (parts.get(id) ?? 0) + part);
  };
  const inOrder = lastFirst(allocations);
  for (const allocation of inOrder) take(allocation.id, allocation.amount_minor - allocation.refunded_minor);
  left = Math.max(0, left - givenBackOfNoOrder(allocations, payment));
  for (const { id, refunded_minor: refunded } of inOrder) take(id, refunded);
  return [...parts].map(([id, minor]) => ({ id, minor }));
}

function givenBackOfNoOrder(allocations: readonly Allocation[], { refunded_minor }: PaymentSums): number {
  return refunded_minor - allocations.reduce((sum, allocation) => sum + allocation.refunded_minor, 0);
}

const lastFirst = <T extends { id: number }>(allocations: readonly T[]): T[] =>
  allocations.toSorted((one, other) => other.id - one.id);
