import { canBePaid, OrderPaymentStatus } from '@quayside/contract/orders/orders.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { daysOverdue, type OrderState, orderStatus, outstandingOf } from './order-status.rules.ts';

const today = '2026-06-15';
const unpaid: OrderState = {
  grossMinor: 10_000,
  allocatedMinor: 0,
  isCancelled: false,
  taxPointDate: '2026-06-10',
  isHeld: false,
};

test.each<[string, Partial<OrderState>, OrderPaymentStatus]>([
  ['nothing paid', {}, 'Unpaid'],
  ['to be paid later', { taxPointDate: '2026-12-01' }, 'Unpaid'],
  ['a part paid', { allocatedMinor: 1 }, 'PartPaid'],
  ['all paid', { allocatedMinor: 10_000 }, 'Paid'],
  ['nothing to pay', { grossMinor: 0 }, 'Paid'],
  ['the last day in time', { taxPointDate: '2026-06-01' }, 'Unpaid'],
  ['the day after', { taxPointDate: '2026-05-31' }, 'Overdue'],
  ['late and part-paid', { taxPointDate: '2026-05-31', allocatedMinor: 1 }, 'Overdue'],
  ['late but paid', { taxPointDate: '2026-05-31', allocatedMinor: 10_000 }, 'Paid'],
  ['a credit', { grossMinor: -500 }, 'Credited'],
  ['settled by credit notes', { allocatedMinor: 10_000, creditedMinor: 10_000 }, 'Credited'],
  ['credited with more than its amount', { allocatedMinor: 10_000, creditedMinor: 10_001 }, 'Credited'],
  ['a part credited', { allocatedMinor: 4_000, creditedMinor: 4_000 }, 'Unpaid'],
  ['a part credited, and a part paid', { allocatedMinor: 4_001, creditedMinor: 4_000 }, 'PartPaid'],
  ['a part credited, and the rest paid', { allocatedMinor: 10_000, creditedMinor: 4_000 }, 'Paid'],
  ['cancelled', { isCancelled: true, allocatedMinor: 1 }, 'Cancelled'],
  ['paid and paid back', { allocatedMinor: 10_000, refundedMinor: 10_000 }, 'Refunded'],
  ['paid and partly paid back', { allocatedMinor: 10_000, refundedMinor: 1 }, 'PartRefunded'],
  ['cancelled and paid back', { isCancelled: true, allocatedMinor: 500, refundedMinor: 500 }, 'Refunded'],
  ['a part paid and paid back, the rest due', { allocatedMinor: 500, refundedMinor: 500 }, 'PartPaid'],
  ['held by an attempt', { isHeld: true }, 'Processing'],
  ['late and held', { isHeld: true, taxPointDate: '2026-01-01' }, 'Processing'],
  ['held, and paid by another attempt', { isHeld: true, allocatedMinor: 10_000 }, 'Paid'],
])('[ORD-10] %s', (_what, facts, status) => {
  expect(orderStatus({ ...unpaid, ...facts }, today)).toBe(status);
});

test.each<[string, Partial<OrderState>, number]>([
  ['the last day in time', { taxPointDate: '2026-06-01' }, 0],
  ['the day after', { taxPointDate: '2026-05-31' }, 15],
  ['47 days after the tax point', { taxPointDate: '2026-04-29' }, 47],
  ['part-paid', { taxPointDate: '2026-04-29', allocatedMinor: 1 }, 47],
  ['paid', { taxPointDate: '2026-04-29', allocatedMinor: 10_000 }, 0],
  ['held by an attempt', { taxPointDate: '2026-04-29', isHeld: true }, 0],
  ['to be paid later', { taxPointDate: '2026-12-01' }, 0],
])('[ORD-1] days overdue: %s', (_what, facts, days) => {
  const order = { ...unpaid, ...facts };
  expect(daysOverdue(orderStatus(order, today), order.taxPointDate, today)).toBe(days);
});

const day = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const anyOrder = fc
  .record({
    grossMinor: fc.integer({ min: -100_000, max: 10_000_000 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    isCancelled: fc.boolean(),
    taxPointDate: day,
    isHeld: fc.boolean(),
  })
  .map(({ share, ...facts }) => ({ ...facts, allocatedMinor: Math.floor(Math.max(facts.grossMinor, 0) * share) }));

test('[ORD-10] a settled, cancelled or processing order cannot be paid', () => {
  fc.assert(
    fc.property(anyOrder, day, (order, on) => {
      const paymentStatus = OrderPaymentStatus.parse(orderStatus(order, on));
      const outstandingAmount = Math.max(order.grossMinor - order.allocatedMinor, 0);
      const listed = { paymentStatus, grossOrderCost: order.grossMinor, outstandingAmount, agreement: null };
      const owed = outstandingAmount > 0 && !order.isCancelled;
      expect(canBePaid(listed)).toBe(owed && paymentStatus !== 'Processing');
    }),
  );
});

test.each<[string, Partial<OrderState>, number]>([
  ['an order owes what is not allocated', { allocatedMinor: 1 }, 9_999],
  ['a paid order owes nothing', { allocatedMinor: 10_000 }, 0],
  ['a cancelled order owes nothing', { isCancelled: true }, 0],
  ['a credit note owes nothing', { grossMinor: -500 }, 0],
])('%s', (_title, state, outstanding) => {
  expect(outstandingOf({ ...unpaid, ...state })).toBe(outstanding);
});
