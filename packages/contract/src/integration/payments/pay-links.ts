import { z } from 'zod';
import { call } from '../../shared/call.ts';
import { byReference, documented } from '../resource.ts';
import type { FileErrors } from '../../shared/shared-errors.ts';

/** The address where anybody may pay one order. */
export const PayLink = documented(
  z.object({
    order: z.string(),
    url: z.string(),
    mailedTo: z.string().nullable(),
  }),
  {
    order: ['O-5001', 'The reference of the order.'],
    url: ['https://portal.saltmarsh.example/quick-pay/3f8e5c1a-7b2d-4e6f-8a90-1b2c3d4e5f60'],
    mailedTo: [null, 'The customer’s address on file, if a mail with the link was queued.'],
  },
);

export const makePayLink = call({
  name: 'payLinks.create',
  summary: 'The address where an order can be paid without signing in, mailed to its customer if you like',
  method: 'POST',
  path: 'integration/v1/orders/:reference/pay-link',
  access: 'integration',
  scopes: ['pay-links:write'],
  idempotent: true,
  params: byReference('O-5001'),
  body: z.strictObject({
    mail: z
      .boolean()
      .default(false)
      .meta({
        description:
          'Sends the link to the customer’s address on file, in their language. Refused while a payment is pending: ' +
          'the order may be paid already.',
        examples: [false],
      }),
  }),
  answer: PayLink,
});

/** The errors of these calls. See `FileErrors`. */
export const errors = {
  calls: {
    'payLinks.create': ['FEATURE_DISABLED', 'ORDER_NOT_PAYABLE', 'PAYMENT_IN_PROGRESS', 'NO_ACCOUNT_EMAIL'],
  },
} as const satisfies FileErrors;
