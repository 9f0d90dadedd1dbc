import { z } from 'zod';
import { call } from '../../shared/call.ts';
import type { FileErrors } from '../../shared/shared-errors.ts';
import { Amount, Day, Instant } from '../../shared/common.ts';
import { PaymentNumber, PaymentObject } from './payments.ts';
import { documented, Filters, ListQuery, OwnReference, pageOf, Tracked } from '../resource.ts';

const about = {
  number: ['P000001', 'The number that customers and the office read.'],
  reference: [null, 'Your own reference of a payment that the office recorded. Null: paid in the portal.'],
  merchantReference: ['6fb4c1de-90a0-4a8e-8d2c-5b1f7a3f20b1', 'The reference under which its provider knows it.'],
  account: ['C-1001', 'The reference of the customer. Null if the customer has no reference of yours.'],
  accountNumber: [7, 'The number of the customer in the portal.'],
  site: [1],
  status: ['completed', 'Pending: the provider has not decided yet, so neither ship nor ask for the money again.'],
  method: ['Card', 'How it was paid. For a payment of the office, its method.'],
  currency: ['GBP'],
  amount: [120],
  refunded: [0],
  disputed: [0],
  reversed: [0],
  available: [0, 'The part that is on no order and can still be put on one.'],
  isTest: [true, 'A payment in test mode, which moved no money.'],
  createdAt: ['2026-05-16T09:00:00.000Z'],
  paidAt: [
    '2026-05-16T09:00:04.000Z',
    'When the money moved. For a payment of the office, noon of the day that it gave. Null: no money has moved.',
  ],
  refunds: [
    [],
    'The refunds, with the reference of those that were made in Quayside; null: made at the provider. An amount ' +
      'below zero is a refund that came to nothing, or that counts as `reversed` since a bank took the payment back.',
  ],
  chosen: [
    [{ order: 'O-5001', orderNumber: 12, amount: 120 }],
    'The orders that the customer or the office chose for it. So you know what a failed payment was for.',
  ],
  allocations: [[{ order: 'O-5001', orderNumber: 12, amount: 120 }], 'The orders that it is on.'],
} as const;

/** A payment, or an attempt to pay that its provider was asked about or that came to an end. */
export const PaymentResource = documented(PaymentObject, about);

export const listPayments = call({
  name: 'payments.list',
  summary: 'The payments of the portal and of the office, with the orders that they are on',
  method: 'GET',
  path: 'integration/v1/payments',
  access: 'integration',
  scopes: ['payments:read'],
  query: ListQuery.extend({
    account: Filters.account,
    order: OwnReference.optional().meta({ description: 'Only payments that are on this order.', examples: ['O-5001'] }),
    chosen: OwnReference.optional().meta({
      description:
        'Only payments and attempts that were made for this order, whatever became of them: also those that are ' +
        'pending, failed, or on another order now.',
      examples: ['O-5001'],
    }),
    status: PaymentObject.shape.status.optional().meta({ description: 'Only payments with this status.' }),
    from: Day.optional().meta({
      description:
        'Only payments whose money moved on this day or later. The day is that of their site, as `payment list` of ' +
        'the operator counts it; for a payment of the office the day that it gave.',
      examples: ['2026-05-01'],
    }),
    to: Day.optional().meta({
      description: 'Only payments whose money moved on this day or earlier. It must not be before `from`.',
      examples: ['2026-05-31'],
    }),
  }),
  answer: pageOf(PaymentResource),
});

export const getPaymentResource = call({
  name: 'payments.get',
  summary: 'One payment, by its number',
  method: 'GET',
  path: 'integration/v1/payments/:number',
  access: 'integration',
  scopes: ['payments:read'],
  versioned: true,
  params: documented(z.strictObject({ number: PaymentNumber }), about),
  answer: PaymentResource,
});

export const getPaymentReceipt = call({
  name: 'payments.receipt',
  summary: 'The receipt of a payment as a PDF, in the language of `Accept-Language`',
  method: 'GET',
  path: 'integration/v1/payments/:number/receipt',
  access: 'integration',
  scopes: ['payments:read'],
  params: documented(z.strictObject({ number: PaymentNumber }), about),
  answer: { contentType: 'application/pdf' },
});

/** A part of a payment that is on an order. */
export const AllocationResource = documented(
  z.object({
    number: z.number().int(),
    payment: PaymentNumber,
    order: z.string().nullable(),
    orderNumber: z.number().int(),
    amount: Amount,
    refunded: Amount,
    currency: z.string(),
    allocatedAt: Instant,
    ...Tracked,
  }),
  {
    number: [1, 'The number of the allocation in the portal.'],
    payment: ['P000001'],
    order: ['O-5001', 'Null if the order has no reference of yours.'],
    orderNumber: [12],
    amount: [120, 'The part of the payment that is on the order now.'],
    refunded: [0, 'The part that was refunded since.'],
    currency: ['GBP'],
    allocatedAt: ['2026-05-16T09:00:00.000Z'],
  },
);

export const listAllocations = call({
  name: 'allocations.list',
  summary: 'The parts of payments that are on orders',
  method: 'GET',
  path: 'integration/v1/allocations',
  access: 'integration',
  scopes: ['payments:read'],
  query: ListQuery.extend({
    order: OwnReference.optional().meta({ description: 'Only parts that are on this order.', examples: ['O-5001'] }),
  }),
  answer: pageOf(AllocationResource),
});

/** The errors of these calls. See `FileErrors`. */
export const errors = {
  calls: { 'payments.receipt': ['RECEIPT_NOT_READY'] },
} as const satisfies FileErrors;
