import { z } from 'zod';
import { call } from '../../shared/call.ts';
import { Amount } from '../../shared/common.ts';
import type { FileErrors } from '../../shared/shared-errors.ts';
import { byReference, documented, OwnReference } from '../resource.ts';

const about = {
  reference: ['CN-7001', 'Your own name of the credit note. The same one twice is one credit note.'],
  order: ['O-5001', 'The reference of the order.'],
  number: ['CR-0001', 'The number of the credit note. Left out: the next one of the marina’s series.'],
  amount: [30, 'With tax, in major units. Left out: all that is not credited yet.'],
  reason: ['Left a night early', 'Shown on the credit note.'],
  currency: ['GBP'],
  madeAvailable: [0, 'What was paid beyond. It is available on the payments, for other orders or a refund.'],
} as const;

/** A credit note of an order. */
export const CreditResource = documented(
  z.object({
    reference: z.string(),
    order: z.string(),
    number: z.string().nullable(),
    amount: Amount,
    currency: z.string(),
    madeAvailable: Amount,
  }),
  about,
);

export const creditOrder = call({
  name: 'orders.credit',
  summary: 'Credit an order, or a part of it. It keeps its amount and its invoice',
  method: 'POST',
  path: 'integration/v1/orders/:reference/credits',
  access: 'integration',
  scopes: ['orders:write'],
  idempotent: true,
  params: byReference('O-5001'),
  body: documented(
    z.strictObject({
      reference: OwnReference,
      amount: z.number().positive().nullable().optional(),
      reason: z.string().trim().max(200).nullable().optional(),
      number: z.string().trim().min(1).max(60).nullable().optional(),
    }),
    about,
  ),
  answer: CreditResource,
});

/** The errors of these calls. See `FileErrors`. */
export const errors = { calls: { 'orders.credit': ['ROW_REFUSED'] } } as const satisfies FileErrors;
