import { z } from 'zod';
import { text as textUpTo } from '../http/text.ts';
import { CardExpiry, CardNumber, SecurityCode } from '../cards/schemas.ts';

// The provider's field rules, in its PascalCase. Objects are strict, so that a field that it does not know is
// noticed.

const text = (max: number) => textUpTo(max).min(1);

const BillingAddress = z.strictObject({
  AddressLine1: text(100).optional(),
  AddressLine2: text(100).optional(),
  City: text(60).optional(),
  County: text(60).optional(),
  Country: z.string().regex(/^[A-Z]{2}$/, 'Two-letter country code expected'),
  PostalCode: text(12).optional(),
});

const CustomerInfo = z.strictObject({
  FirstName: text(80).optional(),
  LastName: text(80).optional(),
  Email: z.email('Invalid e-mail').max(255).optional(),
  PhoneNumber: text(40).optional(),
  BillingAddress: BillingAddress.optional(),
});

const References = z.strictObject({
  CustomerReference: text(100).optional(),
  InvoiceReference: text(100).optional(),
  TransactionReference: text(100).optional(),
});

/** The permanent token of a kept card, whose security code is typed again. */
const StoredCard = z.strictObject({ Token: z.string().startsWith('cardperm_', 'Permanent token expected') });

export const NewPaymentRequest = z.strictObject({
  MerchantAccountId: text(80),
  /** Minor units of the account's currency. */
  Amount: z.number().int().min(1).max(99_999_999_999),
  Currency: z.string().regex(/^[A-Z]{3}$/, 'Three-letter currency code expected'),
  Channel: z.enum(['ECOM', 'MO', 'TO']),
  Capture: z.boolean().default(false),
  Confirm: z.literal(false).optional(),
  CustomerInfo: CustomerInfo.optional(),
  PlatformReferences: References.optional(),
  MerchantReferences: References.optional(),
  PaymentMethod: StoredCard.optional(),
});
export type NewPaymentRequest = z.output<typeof NewPaymentRequest>;

export const Confirmation = z.strictObject({
  MerchantAccountId: text(80),
  CustomerInfo: CustomerInfo.optional(),
  PaymentMethod: z.strictObject({
    Token: text(80),
    CvvToken: text(80).optional(),
    Persist: z.boolean().default(false),
  }),
});

export const RefundOrder = z.strictObject({
  MerchantAccountId: text(80),
  Amount: z.number().int().min(1).max(99_999_999_999),
});

export const FieldTokenOrder = z.strictObject({ PaymentRequestId: text(80) });

/** The input that the provider's own frames send: a new card, or the security code of a stored one. */
export const TypedCard = z.strictObject({
  AccountHolderName: text(100).optional(),
  CardNumber: CardNumber.optional(),
  ExpiryDate: CardExpiry.optional(),
  Cvv: SecurityCode,
});
export type TypedCard = z.output<typeof TypedCard>;
