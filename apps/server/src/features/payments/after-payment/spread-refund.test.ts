import { describe, expect, test } from 'vitest';
import { spreadRefund, spreadReversal } from './spread-refund.rules.ts';

const allocations = [
  { id: 1, amount_minor: 600, refunded_minor: 0 },
  { id: 2, amount_minor: 300, refunded_minor: 0 },
];
const payment = { amount_minor: 1_000, allocated_minor: 900, refunded_minor: 0, reversed_minor: 0 };

test.each([
  [0, 0, 0],
  // 100 were on no order.
  [100, 0, 0],
  [101, 0, 1],
  [400, 0, 300],
  [401, 1, 300],
  [1_000, 600, 300],
])('[MONEY-3] of %i that were given back %i were on the first order and %i on the second', (minor, first, second) => {
  const shares = new Map(spreadRefund(allocations, payment, minor).map(({ id, refundedMinor }) => [id, refundedMinor]));
  expect([shares.get(1), shares.get(2)]).toEqual([first, second]);
});

test('[MONEY-3] money that a bank took back is on no order any more, and is not given back a second time', () => {
  const reversed = { ...payment, reversed_minor: 60 };
  expect(spreadRefund(allocations, reversed, 50).map(({ refundedMinor }) => refundedMinor)).toEqual([10, 0]);
});

describe('a bank takes back', () => {
  const takenOf = (more: number, refunded: { first: number; second: number; onNoOrder: number }) => {
    const { first, second, onNoOrder } = refunded;
    const [one, other] = [first, second].map((refunded_minor, index) => ({
      ...(allocations[index] ?? { id: 0, amount_minor: 0 }),
      refunded_minor,
    }));
    const refunded_minor = first + second + onNoOrder;
    const parts = spreadReversal(
      [one, other].flatMap((each) => each ?? []),
      { ...payment, refunded_minor },
      more,
    );
    return [1, 2].map((id) => parts.find((part) => part.id === id)?.minor ?? 0);
  };
  const nothing = { first: 0, second: 0, onNoOrder: 0 };

  test.each([
    [0, 0, 0],
    [100, 0, 0],
    [101, 0, 1],
    [400, 0, 300],
    [401, 1, 300],
    [1_000, 600, 300],
  ])('[MONEY-3] %i: %i of the first order and %i of the second, the rest was on no order', (more, first, second) => {
    expect(takenOf(more, nothing)).toEqual([first, second]);
  });

  test('[MONEY-3] the money that the marina still has is taken first; what it gave back is not owed', () => {
    // Everything that was on no order has been refunded already.
    expect(takenOf(50, { ...nothing, onNoOrder: 100 })).toEqual([0, 50]);
    expect(takenOf(250, { first: 0, second: 100, onNoOrder: 100 })).toEqual([50, 200]);
  });

  test('[MONEY-3] the money that the marina gave back is taken too, if nothing else is left', () => {
    const givenBack = { first: 0, second: 100, onNoOrder: 100 };
    expect(takenOf(800, givenBack)).toEqual([600, 200]);
    expect(takenOf(900, givenBack)).toEqual([600, 200]);
    expect(takenOf(1_000, givenBack)).toEqual([600, 300]);
  });
});

test('[MONEY-3] money that a bank took back before came from the available part, which is smaller since then', () => {
  // It has taken 200 of the 300 that were on no order.
  const parts = [{ id: 1, amount_minor: 700, refunded_minor: 0 }];
  const before = { amount_minor: 1_000, allocated_minor: 700, refunded_minor: 0, reversed_minor: 200 };
  expect(spreadReversal(parts, before, 100)).toEqual([]);
  expect(spreadReversal(parts, before, 150)).toEqual([{ id: 1, minor: 50 }]);
});

test('[MONEY-3] an order of which nothing is taken back is not named', () => {
  expect(spreadReversal(allocations, payment, 100)).toEqual([]);
  expect(spreadReversal(allocations, payment, 150)).toEqual([{ id: 2, minor: 50 }]);
});
