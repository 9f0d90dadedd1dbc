import { z } from 'zod';
import { configurationCode, type Refusal } from '../payment-attempt.ts';

// The parts of the provider's answers that we read. Other fields are not checked.

const optionalText = z
  .string()
  .nullish()
  .transform((value) => value ?? null);

const Threeds = z.object({ ThreedsStatus: optionalText }).nullish();

/** Tells if the bank has accepted its customer, or says that it tried. */
export const isAuthenticated = (threeds: z.output<typeof Threeds>): boolean =>
  threeds?.ThreedsStatus === 'Y' || threeds?.ThreedsStatus === 'A';

const Transaction = z.object({
  TransactionId: z.string(),
  ReferenceId: optionalText,
  Type: z.string(),
  Status: z.string(),
  Amount: z.number().int(),
  Captured: z.number().int().nullish(),
  Voided: z.number().int().nullish(),
  Currency: optionalText,
  CardNumber: optionalText,
  ExpirationDate: optionalText,
  CardScheme: optionalText,
  DeclineReason: optionalText,
  DeclinedBy: optionalText,
  Threeds,
});
export type Transaction = z.output<typeof Transaction>;

export const PaymentRequest = z.object({
  PaymentRequestId: z.string().min(1),
  MerchantAccountId: z.string(),
  /** Minor units. */
  Amount: z.number().int(),
  Currency: z.string(),
  Status: z.string(),
  Token: optionalText,
  CvvToken: optionalText,
  PlatformReferences: z.object({ TransactionReference: optionalText }).nullish(),
  Threeds,
  Transactions: z
    .array(Transaction)
    .nullish()
    .transform((list) => list ?? []),
});
export type PaymentRequest = z.output<typeof PaymentRequest>;

/** A refund that was just made. */
export const MadeRefund = z.object({ TransactionId: z.string().min(1), Status: z.string() });

export const FieldToken = z.object({ FieldToken: z.string().min(1) });

const ErrorBody = z.object({ Message: z.string() });

/** Reads the body of a refusal. Wrong keys are shown only in the log. */
export function readRefusal(status: number, body: unknown): Refusal {
  if (status === 401 || status === 403 || status === 404) return { code: configurationCode, message: null };
  const parsed = ErrorBody.safeParse(body);
  return { code: `HTTP_${status}`, message: parsed.success ? parsed.data.Message : null };
}

/** Shortens a number: `400000******1000` becomes `**** 1000`. */
export function maskedNumber(cardNumber: string | null): string | null {
  const [digits] = /\d{4}$/.exec(cardNumber ?? '') ?? [];
  return digits === undefined ? null : `**** ${digits}`;
}

/** Reads `07/28`, `0728` or `07/2028`. */
export function readExpiry(text: string | null): { month: number; year: number } | null {
  const [, month, year = ''] = /^(\d{2})\D?(\d{4}|\d{2})$/.exec(text ?? '') ?? [];
  if (month === undefined || Number(month) < 1 || Number(month) > 12) return null;
  return { month: Number(month), year: year.length === 2 ? 2000 + Number(year) : Number(year) };
}
