interface Allocation {
  amount_minor: number;
  refunded_minor: number;
}

/**
 * Decides how much of each allocation of an order becomes free: first what was refunded of it, because the customer has
 * that money already, then the rest, in the given order.
 * @returns the allocations with their parts in minor units; those that stay whole are left out
 * @throws RangeError if the allocations have less
 */
export function freedParts<A extends Allocation>(
  allocations: readonly A[],
  freeMinor: number,
): { allocation: A; minor: number }[] {
  let left = freeMinor;
  const take = (most: number) => {
    const part = Math.min(left, most);
    left -= part;
    return part;
  };
  const refunded = allocations.map(({ refunded_minor }) => take(refunded_minor));
  const parts = allocations.map((allocation, index) => {
    const first = refunded[index] ?? 0;
    return { allocation, minor: first + take(allocation.amount_minor - first) };
  });
  if (left > 0) throw new RangeError(`the allocations have ${left} less than is to be freed`);
  return parts.filter(({ minor }) => minor > 0);
}
