import { z } from 'zod';
import { text } from '../../http/text.ts';
import { BillingAddress } from '../../cards/schemas.ts';
import { Amount, MerchantRefNum, PaymentCard } from '../schemas.ts';

const Details = z.record(z.string(), z.unknown());

const BrowserDetails = z.strictObject({
  javaEnabled: z.boolean(),
  javascriptEnabled: z.boolean().optional(),
  language: text(40),
  colorDepthBits: z.enum(['1', '4', '8', '15', '16', '24', '32', '48']),
  screenHeight: z.number().int().min(0),
  screenWidth: z.number().int().min(0),
  timezoneOffset: z.number().int(),
  userAgent: text(2048),
  acceptHeader: text(2048).optional(),
  customerIp: z.union([z.ipv4(), z.ipv6()]).optional(),
});

/** The request for an authentication. Parts that the sandbox's bank ignores are only checked for their type. */
export const AuthenticationRequest = z
  .strictObject({
    merchantRefNum: MerchantRefNum,
    // A card may be authenticated without a payment: the amount is then 0.
    amount: Amount.or(z.literal(0)),
    currency: z.string().regex(/^[A-Z]{3}$/, 'Three-letter currency code expected'),
    mcc: z
      .string()
      .regex(/^\d{4}$/)
      .optional(),
    merchantName: text(100).optional(),
    merchantUrl: z.url('Invalid address').max(2048),
    card: PaymentCard,
    billingDetails: BillingAddress.extend({ useAsShippingAddress: z.boolean().optional() }).optional(),
    shippingDetails: Details.optional(),
    profile: z
      .strictObject({
        email: z.email('Invalid e-mail').max(255).optional(),
        phone: text(40).optional(),
        cellPhone: text(40).optional(),
        cellphone: text(40).optional(),
      })
      .optional(),
    deviceFingerprintingId: text(80).optional(),
    deviceChannel: z.enum(['BROWSER', 'SDK', '3RI']),
    requestorChallengePreference: z.enum(['NO_PREFERENCE', 'CHALLENGE_REQUESTED', 'CHALLENGE_MANDATED']).optional(),
    messageCategory: z.enum(['PAYMENT', 'NON_PAYMENT']),
    transactionIntent: z
      .enum([
        'GOODS_OR_SERVICE_PURCHASE',
        'CHECK_ACCEPTANCE',
        'ACCOUNT_FUNDING',
        'QUASI_CASH_TRANSACTION',
        'PREPAID_ACTIVATION',
      ])
      .optional(),
    authenticationPurpose: z.enum([
      'PAYMENT_TRANSACTION',
      'RECURRING_TRANSACTION',
      'INSTALMENT_TRANSACTION',
      'ADD_CARD',
      'MAINTAIN_CARD',
      'EMV_TOKEN_VERIFICATION',
    ]),
    browserDetails: BrowserDetails.optional(),
    orderItemDetails: Details.optional(),
    userAccountDetails: Details.optional(),
    billingCycle: Details.optional(),
    maxAuthorizationsForInstalmentPayment: z.number().int().optional(),
    initialPurchaseTime: text(40).optional(),
  })
  .refine((body) => body.deviceChannel !== 'BROWSER' || body.deviceFingerprintingId !== undefined, {
    path: ['deviceFingerprintingId'],
    message: 'Required for the channel BROWSER',
  });

export type AuthenticationRequest = z.output<typeof AuthenticationRequest>;
