import { z } from 'zod';
import { text } from '../http/text.ts';
import { CardExpiry, CardNumber, HolderName, SecurityCode } from '../cards/schemas.ts';

// The provider's field rules. Objects are strict: an unknown field is refused, as the real provider does.

export const MerchantRefNum = z.string().min(1).max(255);
/** Minor units of the account's currency. */
export const Amount = z.number().int().min(1).max(99_999_999_999);
export const PaymentToken = z.string().min(1).max(80);

/** A card in a payment: a token of the vault, a single-use token, or a number. */
export const PaymentCard = z.strictObject({
  paymentToken: PaymentToken.optional(),
  cardNum: CardNumber.optional(),
  cardExpiry: CardExpiry.optional(),
  cvv: SecurityCode.optional(),
  holderName: HolderName.optional(),
});
export type PaymentCard = z.output<typeof PaymentCard>;

export const PayerProfile = z.strictObject({
  firstName: text(80).min(1).optional(),
  lastName: text(80).min(1).optional(),
  email: z.email('Invalid e-mail').max(255).optional(),
});

export const MerchantDescriptor = z.strictObject({
  dynamicDescriptor: text(20),
  phone: text(13).optional(),
});

/** The outcome of a 3-D Secure authentication, as a payment carries it. */
export const CarriedAuthentication = z.strictObject({
  id: text(80).optional(),
  eci: z.number().int().min(0).max(7).optional(),
  cavv: text(80).optional(),
  xid: text(80).optional(),
  threeDEnrollment: z.enum(['Y', 'N', 'U']).optional(),
  threeDResult: z.enum(['Y', 'A', 'N', 'U', 'E', 'R', 'C', 'D']).optional(),
  signatureStatus: z.enum(['Y', 'N']).optional(),
  directoryServerTransactionId: text(80).optional(),
  threeDSecureVersion: text(10).optional(),
});
export type CarriedAuthentication = z.output<typeof CarriedAuthentication>;

export const StoredCredential = z.strictObject({
  type: z.enum(['ADHOC', 'TOPUP', 'RECURRING']).default('ADHOC'),
  occurrence: z.enum(['INITIAL', 'SUBSEQUENT']).default('INITIAL'),
  initialTransactionId: text(80).optional(),
});

/** A time in the one form that the provider documents, to the second and in UTC. */
const When = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/, 'A date with the format YYYY-MM-DDTHH24:MI:SSZ expected')
  .transform((value) => Date.parse(value));

/** The query for a list of transactions. Without startDate it covers the last 30 days, as the real one does. */
export const Search = z.strictObject({
  merchantRefNum: MerchantRefNum.optional(),
  limit: z.coerce.number().int().min(1).max(50).default(10),
  offset: z.coerce.number().int().min(0).default(0),
  startDate: When.optional(),
  endDate: When.optional(),
});
