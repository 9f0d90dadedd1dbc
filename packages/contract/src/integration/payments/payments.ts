import { z } from 'zod';
import { Amount, Instant } from '../../shared/common.ts';
import { eventsOf } from '../event.ts';
import { Tracked } from '../resource.ts';

/** The number of a payment that customers and the office read. */
export const PaymentNumber = z.string().regex(/^P\d{6,9}$/);

const PartOnOrder = z.object({
  order: z.string().nullable(),
  /** The number of the order in the portal. */
  orderNumber: z.number().int(),
  amount: Amount,
});

/** A payment, with the orders that it is on. Amounts are in major units of `currency`. */
export const PaymentObject = z.object({
  /** The number that customers and the office read, such as `P000031`. */
  number: z.string(),
  /** The marina's own reference of a payment that the office recorded; null: paid in the portal. */
  reference: z.string().nullable(),
  /** The reference under which its provider knows it. */
  merchantReference: z.string(),
  account: z.string().nullable(),
  /** The number of the customer in the portal. */
  accountNumber: z.number().int(),
  site: z.number().int(),
  status: z.enum(['pending', 'completed', 'failed', 'part-refunded', 'refunded', 'disputed', 'reversed']),
  /** How it was paid, such as `Card`; for a payment of the office its method. */
  method: z.string(),
  currency: z.string(),
  amount: Amount,
  refunded: Amount,
  disputed: Amount,
  reversed: Amount,
  /** The part that is on no order and can still be put on one. */
  available: Amount,
  /** True: a payment in test mode, which moved no money. */
  isTest: z.boolean(),
  createdAt: Instant,
  /** The time at which the money moved; noon of the office's day for a payment of the office. Null: none has moved. */
  paidAt: Instant.nullable(),
  /** The refunds in their order. They come to `refunded`. */
  refunds: z.array(
    z.object({
      /** The reference of a refund that was made in Quayside; null: it was made at the provider. */
      reference: z.string().nullable(),
      /** Below zero: it came to nothing, or counts as reversed since. */
      amount: Amount,
      at: Instant,
    }),
  ),
  /** The orders that the customer or the office chose for it: what a failed payment was for. */
  chosen: z.array(PartOnOrder),
  /** The orders that it is on. */
  allocations: z.array(PartOnOrder),
  ...Tracked,
});

const example: z.input<typeof PaymentObject> = {
  number: 'P000031',
  reference: null,
  merchantReference: '6fb4c1de-90a0-4a8e-8d2c-5b1f7a3f20b1',
  account: 'C-1001',
  accountNumber: 7,
  site: 1,
  status: 'completed',
  method: 'Card',
  currency: 'GBP',
  amount: 120,
  refunded: 0,
  disputed: 0,
  reversed: 0,
  available: 0,
  isTest: false,
  createdAt: '2026-05-16T09:00:00.000Z',
  paidAt: '2026-05-16T09:00:04.000Z',
  refunds: [],
  chosen: [{ order: 'O-5001', orderNumber: 12, amount: 120 }],
  allocations: [{ order: 'O-5001', orderNumber: 12, amount: 120 }],
  updatedAt: '2026-05-16T09:00:00.000Z',
};

export const paymentEvents = eventsOf(PaymentObject, example, {
  'payment.completed': 'Money was taken, or recorded by the office, and put on its orders',
  'payment.failed': 'An attempt to pay ended without money: refused, given up, or out of time',
  'payment.changed': 'Money of the payment was put on another order, or taken off one by a credit note',
  'payment.refunded': 'The payment was given back, whole or in part',
  'payment.disputed': 'The holder of the card disputes the payment',
  'payment.reversed': 'A bank took the payment back, whole or in part, or the office reversed it',
  'payment.restored': 'A dispute, refund or reversal came to nothing, whole or in part: the marina has the money again',
});
