import { z } from 'zod';
import { call } from './call.ts';
import { ThreeDSecureAnswer } from './cards.ts';
import { AmountShown } from './common.ts';
import { MerchantRefNumber } from './payments.ts';

/** The form that leads to the bank's page of version 1, posted to `acsUrl` as PaReq, TermUrl and MD. */
export const BankForm = z.object({
  acsUrl: z.url(),
  paReq: z.string(),
  /** Where the bank's page sends its answer. */
  termUrl: z.url(),
  /** Unguessable and good for one answer. */
  md: z.string(),
});
export type BankForm = z.output<typeof BankForm>;

/**
 * For providers with `force3dsV1` alone, else FEATURE_DISABLED. The token is single-use and comes from the provider's
 * frame; a security code sent here is refused with RAW_CARD_DATA. What came of the bank's page is looked up as in
 * version 2.
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
 * The bank's page posts here from its own site, so without cookies: MD alone says which attempt it is about. It leads on
 * to a page of ours that tells the checkout; what the bank said is read from the provider.
 */
export const takeBankAnswer = call({
  name: 'takeBankAnswer',
  summary: "3-D Secure 1: the bank's answer",
  method: 'POST',
  path: 'three-d-s-callback',
  access: 'key:3ds',
  fromAnySite: true,
  takesForm: true,
  body: z.strictObject({ PaRes: z.string().min(1).max(32_000), MD: z.string().min(1).max(200) }),
  answer: { redirects: true },
});
