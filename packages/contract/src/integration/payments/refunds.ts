import { z } from 'zod';
import { call } from '../../shared/call.ts';
import { Amount, Instant } from '../../shared/common.ts';
import { OneLine } from '../../shared/one-line.ts';
import type { FileErrors } from '../../shared/shared-errors.ts';
import { eventsOf } from '../event.ts';
import { PaymentNumber } from './payments.ts';
import { documented, ListQuery, pageOf, Tracked } from '../resource.ts';

/** The marina's own name of a refund. It goes to the provider, so its characters are few. */
export const RefundReference = z.string().regex(/^[A-Za-z0-9-]{8,64}$/, 'has to be 8 to 64 letters, digits and dashes');

/** A refund that was asked for in Quayside. `amount` is in major units of `currency`. */
const RefundObject = z.object({
  reference: z.string(),
  /** The number of the payment, such as `P000031`. */
  payment: z.string(),
  account: z.string().nullable(),
  accountNumber: z.number().int(),
  amount: Amount,
  currency: z.string(),
  reason: z.string(),
  status: z.enum(['pending', 'completed', 'failed']),
  /** Null: it has not failed. */
  errorCode: z.string().nullable(),
  createdAt: Instant,
  ...Tracked,
});

const about = {
  reference: ['RF-2026-0042', 'Your own name of the refund. The same one twice is one refund.'],
  payment: ['P000001', 'The number of the payment.'],
  number: ['P000001', 'The number of the payment.'],
  account: ['C-1001', 'The reference of the customer. Null if the customer has no reference of yours.'],
  accountNumber: [7, 'The number of the customer in the portal.'],
  amount: [30, 'In major units of `currency`.'],
  currency: ['GBP'],
  reason: ['Crane out of order', 'For the audit trail. Some providers show it to the customer.'],
  status: [
    'completed',
    'Pending: nobody knows yet if it was made, or the customer’s bank has not confirmed it. The server asks until it ' +
      'knows, so don’t ask for it under another reference. Failed: nothing was refunded; ask again under another one.',
  ],
  errorCode: [
    null,
    'The provider’s code of a refund that failed, or one of ours. `NOT_FOUND`: the provider does not know it, so the ' +
      'request was lost. `PROVIDER_UNAVAILABLE`: the provider could not be reached. `REFUND_FAILED`: the customer’s ' +
      'bank did not take it. Null: it has not failed.',
  ],
  createdAt: ['2026-05-16T09:00:00.000Z', 'When it was asked for.'],
} as const;

/** A refund that the office or a program asked for. */
export const RefundResource = documented(RefundObject, about);

const example: z.input<typeof RefundObject> = {
  reference: 'RF-2026-0042',
  payment: 'P000031',
  account: 'C-1001',
  accountNumber: 7,
  amount: 30,
  currency: 'GBP',
  reason: 'Crane out of order',
  status: 'completed',
  errorCode: null,
  createdAt: '2026-05-16T09:00:00.000Z',
  updatedAt: '2026-05-16T09:00:02.000Z',
};

export const refundEvents = eventsOf(RefundResource, example, {
  'refund.completed': 'A refund that you or the office asked for was made, and the bank has confirmed it',
  'refund.failed': 'A refund that you or the office asked for was not made: ask again, or give the money back yourself',
});

const refunds = { path: 'integration/v1/payments/:number/refunds', access: 'integration' } as const;
const OfPayment = documented(z.strictObject({ number: PaymentNumber }), about);

export const listRefunds = call({
  ...refunds,
  name: 'refunds.list',
  summary: 'The refunds of a payment that were asked for in Quayside, also those that failed',
  method: 'GET',
  scopes: ['payments:read'],
  params: OfPayment,
  query: ListQuery,
  answer: pageOf(RefundResource),
});

export const getRefund = call({
  ...refunds,
  path: `${refunds.path}/:reference`,
  name: 'refunds.get',
  summary: 'One refund, by your own name of it',
  method: 'GET',
  scopes: ['payments:read'],
  versioned: true,
  params: documented(OfPayment.extend({ reference: RefundReference }), about),
  answer: RefundResource,
});

/** `Idempotency-Key` is not needed: the reference stands for the refund for ever. */
export const createRefund = call({
  ...refunds,
  name: 'refunds.create',
  summary: 'Refund a payment, or a part of it, through its provider. The same reference again is the same refund',
  method: 'POST',
  scopes: ['refunds:write'],
  creates: true,
  params: OfPayment,
  body: documented(
    z.strictObject({
      reference: RefundReference,
      amount: z.number().positive().nullable().optional(),
      reason: OneLine.max(200).nullable().optional(),
    }),
    { ...about, amount: [30, 'In major units, at most what is left of the payment. Left out: all that is left.'] },
  ),
  answer: RefundResource,
});

/** The errors of these calls. See `FileErrors`. */
export const errors = {
  codes: { REFUND_UNDER_WAY: 409 },
  calls: { 'refunds.create': ['ROW_REFUSED', 'REFUND_UNDER_WAY', 'PROVIDER_UNAVAILABLE'] },
} as const satisfies FileErrors;
