import { z } from 'zod';
import { configurationCode, type Refusal } from '../payment-attempt.ts';
import { reasonOfField } from './refusal-reasons.ts';

// The parts of the provider's answers that we read. Other fields are not checked.

const optionalText = z
  .string()
  .nullish()
  .transform((value) => value ?? null);

/** A card. 3-D Secure names its type `type` as well. */
const Card = z.object({ type: optionalText, lastDigits: optionalText });

export const Authentication = z.object({
  id: z.string(),
  status: z.string(),
  merchantRefNum: z.string(),
  amount: z.number().int(),
  currency: z.string(),
  threeDSecureVersion: z.string().default('1.0.2'),
  threeDResult: optionalText,
  threeDEnrollment: optionalText,
  signatureStatus: optionalText,
  sdkChallengePayload: optionalText,
  eci: z.union([z.number().int(), z.string()]).nullish(),
  cavv: optionalText,
  xid: optionalText,
  directoryServerTransactionId: optionalText,
  card: Card.nullish(),
});
export type Authentication = z.output<typeof Authentication>;

/** 3-D Secure 1: tells if the card's bank takes part, and its page. */
export const Enrollment = z.object({
  id: z.string(),
  status: z.string(),
  merchantRefNum: z.string(),
  threeDEnrollment: optionalText,
  acsURL: optionalText,
  paReq: optionalText,
  eci: z.union([z.number().int(), z.string()]).nullish(),
  card: Card.nullish(),
});
export type Enrollment = z.output<typeof Enrollment>;

/** 3-D Secure 1: the provider's judgement of the bank's answer. */
export const EnrollmentResult = z.object({
  status: z.string(),
  threeDResult: optionalText,
  signatureStatus: optionalText,
  eci: z.union([z.number().int(), z.string()]).nullish(),
  cavv: optionalText,
  xid: optionalText,
});
export type EnrollmentResult = z.output<typeof EnrollmentResult>;

const ErrorPart = z.object({
  code: z.coerce.string(),
  message: z.string().default(''),
  fieldErrors: z.array(z.object({ field: z.string().default(''), error: z.string().default('') })).default([]),
});

const ErrorBody = z.object({ error: ErrorPart });

export const Auth = z.object({
  id: z.string(),
  merchantRefNum: z.string(),
  txnTime: z.string(),
  status: z.string(),
  amount: z.number().int(),
  currencyCode: optionalText,
  settleWithAuth: z.boolean().default(false),
  card: Card.nullish(),
  error: ErrorPart.nullish(),
});
export type Auth = z.output<typeof Auth>;

/** A settlement. A cancelled one may show nothing but its status. */
export const Settlement = z.object({
  status: z.string(),
  amount: z.number().int().nullish(),
  availableToRefund: z.number().int().nonnegative().nullish(),
});
export type Settlement = z.output<typeof Settlement>;

/** A refund of a settlement. */
export const Refund = z.object({
  id: z.string().min(1),
  merchantRefNum: z.string(),
  status: z.string(),
  amount: z.number().int(),
});
export type Refund = z.output<typeof Refund>;

export const RefundSearch = z.object({ refunds: z.array(Refund).default([]) });

export const AuthSearch = z.object({ auths: z.array(z.unknown()).default([]) });

export const ExistingEntity = z.object({
  links: z.array(z.object({ rel: z.string(), href: z.string() })).default([]),
});

export const Created = z.object({ id: z.string() });

/** A single card, with the fields that a replacement has to repeat. */
export const VaultCard = z.object({
  nickName: z.string().optional(),
  holderName: z.string().optional(),
  merchantRefNum: z.string().optional(),
  billingAddressId: z.string().optional(),
  defaultCardIndicator: z.boolean().default(false),
  cardExpiry: z.object({ month: z.number().int(), year: z.number().int() }),
});

/** The card behind a single-use token. */
export const TokenContent = z.object({
  card: z.object({
    cardType: optionalText,
    authentication: z
      .object({
        threeDSecureVersion: z.string().default('1.0.2'),
        threeDResult: optionalText,
        threeDEnrollment: optionalText,
      })
      .nullish(),
  }),
});

/** The result of exchanging Google's token. */
export const GoogleToken = z.object({
  paymentToken: z.string(),
  card: z.object({ cardBin: z.string(), lastDigits: z.string(), cardType: z.string() }),
  googlePayPaymentToken: z.object({ paymentMethod: optionalText }).nullish(),
});

/** The result of exchanging Apple's token. Its virtual card comes without first digits and type. */
export const AppleToken = z.object({ paymentToken: z.string() });

/** The details by which people tell a card from others. */
const faceOfCard = {
  cardType: z.string().default(''),
  cardBin: z.string().default(''),
  lastDigits: z.string().default(''),
  cardExpiry: z.object({ month: z.number().int(), year: z.number().int() }),
};

export const Profile = z.object({
  id: z.string(),
  addresses: z
    .array(
      z.object({
        id: z.string(),
        nickName: z.string().default(''),
        street: z.string().default(''),
        street2: z.string().default(''),
        city: z.string().default(''),
        state: z.string().default(''),
        zip: z.string().default(''),
        country: z.string().default(''),
        defaultShippingAddressIndicator: z.boolean().default(false),
        status: z.string().default('ACTIVE'),
      }),
    )
    .default([]),
  cards: z
    .array(
      z.object({
        id: z.string(),
        ...faceOfCard,
        holderName: z.string().default(''),
        nickName: z.string().default(''),
        billingAddressId: optionalText,
        defaultCardIndicator: z.boolean().default(false),
        status: z.string().default('ACTIVE'),
      }),
    )
    .default([]),
});
export type Profile = z.output<typeof Profile>;

/** Single-use tokens of a customer and of each of their cards. */
export const CustomerTokens = z.object({
  singleUseCustomerToken: z.string(),
  cards: z.array(z.object({ ...faceOfCard, id: z.string(), paymentToken: z.string() })).default([]),
});
export type CustomerTokens = z.output<typeof CustomerTokens>;

/** The codes, with HTTP 400, of an account that is unknown, switched off, in another currency, or without Apple Pay. */
const settingsCodes: ReadonlySet<string> = new Set(['5001', '5016', '5017', '7512']);

/** The codes, with HTTP 404, of something that the customer used: an address that is gone, a token that has expired. */
const customersCodes: ReadonlySet<string> = new Set(['7511', '7514']);

/**
 * Reads the body of an error, for the customer. A fault of our settings is shown only in the log.
 * @param status decides; the body's code comes second
 */
export function readRefusal(status: number, body: unknown): Refusal {
  const parsed = ErrorBody.safeParse(body);
  const code = parsed.data?.error.code ?? '';
  const isOurs = status === 401 || status === 403 || (status === 404 && !customersCodes.has(code));
  if (isOurs || (status === 400 && settingsCodes.has(code))) return { code: configurationCode, message: null };
  return parsed.success ? refusalOf(parsed.data.error) : { code: `HTTP_${status}`, message: null };
}

/** Returns the code, the message and the reason of an error of the provider. */
export function refusalOf({ code, message, fieldErrors }: z.output<typeof ErrorPart>): Refusal {
  const [first] = fieldErrors;
  return { code, message: message || null, ...(first && { reason: reasonOfField(first.field) }) };
}

/** Returns a card as a receipt shows it: `VI` and `1234`. */
export function maskedCard(card: z.output<typeof Card> | null | undefined) {
  const digits = card?.lastDigits ?? null;
  return { maskedCardNumber: digits === null ? null : `**** ${digits}`, cardType: card?.type ?? null };
}
