import { z } from 'zod';
import { call } from '../../shared/call.ts';
import { Amount } from '../../shared/common.ts';
import type { FileErrors } from '../../shared/shared-errors.ts';
import { PaymentNumber } from './payments.ts';
import { byReference, documented } from '../resource.ts';

const about = {
  order: ['O-5003', 'The reference of the order.'],
  currency: ['GBP'],
  outstanding: [40, 'What the order owes now.'],
  allocations: [[{ payment: 'P000001', amount: 80 }], 'The parts that are on the order now, by their payments.'],
} as const;

/** Available money that went onto an order. */
export const PlacedMoney = documented(
  z.object({
    order: z.string(),
    currency: z.string(),
    outstanding: Amount,
    allocations: z.array(z.object({ payment: PaymentNumber, amount: Amount })),
  }),
  about,
);

export const allocateToOrder = call({
  name: 'orders.allocate',
  summary: 'Put available money of its customer on an order, the oldest first, as much as the order owes',
  method: 'POST',
  path: 'integration/v1/orders/:reference/allocations',
  access: 'integration',
  scopes: ['payments:write'],
  idempotent: true,
  params: byReference('O-5003'),
  body: documented(
    z.strictObject({
      payment: PaymentNumber.nullable().optional(),
      amount: z.number().positive().nullable().optional(),
    }),
    {
      payment: ['P000001', 'The payment whose `available` money to use. Left out: all payments of the customer.'],
      amount: [80, 'The most to put there, in major units. Left out: what the order owes.'],
    },
  ),
  answer: PlacedMoney,
});

/** The errors of these calls. See `FileErrors`. */
export const errors = { calls: { 'orders.allocate': ['ROW_REFUSED'] } } as const satisfies FileErrors;
