import { z } from 'zod';
import { call } from '../call.ts';
import { ByReference } from './resource.ts';
import type { FileErrors } from '../shared-errors.ts';

/** The address where anybody may pay one order. */
export const PayLink = z.object({
  order: z.string(),
  url: z.string(),
  /** The customer's address on file, if a mail with the link was queued. */
  mailedTo: z.string().nullable(),
});

export const makePayLink = call({
  name: 'payLinks.create',
  summary: 'The address where an order can be paid without signing in, mailed to its customer if you like',
  method: 'POST',
  path: 'integration/v1/orders/:reference/pay-link',
  access: 'integration',
  scopes: ['pay-links:write'],
  idempotent: true,
  params: ByReference,
  body: z.strictObject({
    /** Sends the link to the customer's address on file, in their language. */
    mail: z.boolean().default(false),
  }),
  answer: PayLink,
});

/** The errors of these calls. See `FileErrors`. */
export const errors = {
  calls: {
    'payLinks.create': ['FEATURE_DISABLED', 'ORDER_NOT_PAYABLE', 'NO_ACCOUNT_EMAIL'],
  },
} as const satisfies FileErrors;
