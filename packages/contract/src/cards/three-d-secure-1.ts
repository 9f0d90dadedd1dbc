import { z } from 'zod';
import { call } from '../shared/call.ts';
import { ThreeDSecureAnswer } from './cards.ts';
import { AmountShown } from '../shared/common.ts';
import { MerchantRefNumber } from '../payments/payments.ts';
import { continuesPayment, type FileErrors } from '../shared/shared-errors.ts';

/** The form that leads to the bank's page in version 1. It is posted to `acsUrl` as PaReq, TermUrl and MD. */
export const BankForm = z.object({
  acsUrl: z.url(),
  paReq: z.string(),
  /** The address that the bank's page sends its answer to. */
  termUrl: z.url(),
  /** Unguessable and valid for one answer. */
  md: z.string(),
});
export type BankForm = z.output<typeof BankForm>;

/**
 * Asks if the card is enrolled. Only for providers with `force3dsV1`, else FEATURE_DISABLED. The token is
 * single-use and comes from the provider's frame. A security code sent here is refused with RAW_CARD_DATA. The
 * result of the bank's page is looked up as in version 2.
 */
export const enrollCard = call({
  name: 'enrollCard',
  summary: '3-D Secure 1: ask whether the card is enrolled',
  method: 'POST',
  path: 'paysafe/3ds/v1/enrollment',
  access: 'payer',
  paymentIn: 'body.merchantRefNum',
  permissions: ['invoicingEnabled'],
  body: z.strictObject({
    merchantRefNum: MerchantRefNumber,
    amount: AmountShown,
    paymentToken: z.string().min(1).max(100),
  }),
  answer: ThreeDSecureAnswer.extend({ bankForm: BankForm.nullable() }),
});

/**
 * Receives the post of the bank's page, which comes from its own site and so without cookies. Only MD names the
 * attempt. Every answer, also one that comes too late, leads to a page of the portal that notifies the checkout. The
 * server reads the bank's result from the provider.
 */
export const takeBankAnswer = call({
  name: 'takeBankAnswer',
  summary: "3-D Secure 1: receive the bank's answer",
  method: 'POST',
  path: 'three-d-s-callback',
  access: 'key:3ds',
  fromAnySite: true,
  takesForm: true,
  body: z.strictObject({ PaRes: z.string().min(1).max(32_000), MD: z.string().min(1).max(200) }),
  answer: { redirects: true },
});

/** The errors of these calls. See `FileErrors`. */
export const errors = {
  calls: {
    enrollCard: continuesPayment,
  },
} as const satisfies FileErrors;
