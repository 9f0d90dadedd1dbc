interface Allocation {
  id: number;
  amount_minor: number;
  refunded_minor: number;
}

interface Amounts {
  amount_minor: number;
  allocated_minor: number;
  refunded_minor: number;
  reversed_minor: number;
}

/**
 * Of which orders' parts a payment was given back: no provider says. First what was on no order, then what was put on
 * its order last. @returns each allocation's share, which add up to the refund, less what was on no order
 */
export function spreadRefund(
  allocations: readonly Pick<Allocation, 'id' | 'amount_minor'>[],
  payment: Omit<Amounts, 'refunded_minor'>,
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
 * Spreads a further part of a payment that a bank takes back: first over what is available, then over what was put on its
 * order last. It reaches what the marina has given back only where nothing else is left, because the marina doesn't hold
 * that any more.
 * @returns what comes off each allocation, those of which nothing comes off left out
 */
export function spreadReversal(
  allocations: readonly Allocation[],
  payment: Amounts,
  moreMinor: number,
): { id: number; minor: number }[] {
  const { amount_minor, allocated_minor, refunded_minor, reversed_minor } = payment;
  const available = Math.max(0, amount_minor - allocated_minor - refunded_minor - reversed_minor);
  let left = Math.max(0, moreMinor - available);
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

function givenBackOfNoOrder(allocations: readonly Allocation[], { refunded_minor }: Amounts): number {
  return refunded_minor - allocations.reduce((sum, allocation) => sum + allocation.refunded_minor, 0);
}

const lastFirst = <T extends { id: number }>(allocations: readonly T[]): T[] =>
  allocations.toSorted((one, other) => other.id - one.id);
