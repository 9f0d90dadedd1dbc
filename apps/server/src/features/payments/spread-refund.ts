interface Allocation {
  id: number;
  amount_minor: number;
}

/**
 * Of which orders' parts a payment was given back: no provider says. First what was on no order, then what was put on
 * its order last. @returns each allocation's share, which add up to the refund, less what was on no order
 */
export function spreadRefund(
  allocations: readonly Allocation[],
  payment: { amount_minor: number; allocated_minor: number },
  refundedMinor: number,
): { id: number; refundedMinor: number }[] {
  let left = Math.max(0, refundedMinor - (payment.amount_minor - payment.allocated_minor));
  const lastFirst = allocations.toSorted((one, other) => other.id - one.id);
  return lastFirst.map(({ id, amount_minor }) => {
    const share = Math.min(left, amount_minor);
    left -= share;
    return { id, refundedMinor: share };
  });
}
