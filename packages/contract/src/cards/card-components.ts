import { z } from 'zod';
import { call } from '../shared/call.ts';
import { BillingAddressInput, StoredCard } from './cards.ts';
import { AmountShown, Guid, RowNumber, RunningNumber } from '../shared/common.ts';
import {
  MerchantRefNumber,
  mostOrdersAtOnce,
  PartialAmounts,
  ProcessedPayment,
  ProviderKey,
} from '../payments/payments.ts';
import { continuesPayment, type FileErrors, startsPayment } from '../shared/shared-errors.ts';

/** Maximum number of kept cards of a customer (decision P2.44). */
export const mostKeptCards = 10;

/** A card that the second card provider keeps, as its customer sees it. It holds nothing that could pay. */
export const KeptCard = StoredCard.pick({
  cardType: true,
  lastDigits: true,
  cardExpiry: true,
  holderName: true,
  nickName: true,
  hasExpired: true,
}).extend({ id: z.number().int() });
export type KeptCard = z.output<typeof KeptCard>;

/** The payer's details that the provider gets. */
export const CustomerInfo = z.strictObject({
  firstName: z.string().trim().max(100),
  lastName: z.string().trim().max(100),
  email: z.string().trim().max(254),
  phone: z.string().trim().max(40),
  billingAddress: BillingAddressInput,
});

/**
 * Stores the attempt and opens the provider's fields for it (the second provider's payment data). Moves no money and
 * does not hold the orders yet. A repeat with the same key opens the same fields again.
 */
export const openCardComponents = call({
  name: 'openCardComponents',
  summary: 'Second card provider: start a payment and open its card fields',
  method: 'POST',
  path: 'clear-accept/payment-requests',
  access: 'payer',
  accountIn: 'body.accountGuid',
  recentSignIn: true,
  permissions: ['invoicingEnabled'],
  idempotent: true,
  body: z.strictObject({
    accountGuid: Guid,
    /** The total that the reader was shown. If the server's amount differs: 409 AMOUNT_CHANGED with `meta.amount`. */
    amount: AmountShown,
    channel: z.literal('ECOM'),
    currency: z.string().length(3),
    /** If it is missing, or a field in it is empty, the provider gets the account's own details. */
    customerInfo: CustomerInfo.optional(),
    /** The amounts add up to `amount`. */
    ordersToPay: z
      .array(z.strictObject({ orderId: RowNumber, amount: AmountShown }))
      .min(1)
      .max(mostOrdersAtOnce),
    /** If only a part is paid: see `Basket`. */
    partialAmounts: PartialAmounts.optional(),
    /** A kept card. The fields ask only for its security code. A pay link can't use one. */
    paymentMethod: z.strictObject({ keptCardId: RowNumber }).optional(),
    /** The provider that the customer chose. Default: the site's first with card components. */
    providerKey: ProviderKey.optional(),
    isApplePay: z.literal(false).default(false),
    /** Only for payments under a mandate, which no customer starts by hand (decision P3.11). */
    isMerchantInitiated: z.literal(false).default(false),
  }),
  answer: z.object({
    payment: ProcessedPayment,
    /** Opens the fields in this browser. Null if the payment has an outcome already. */
    fieldToken: z.string().nullable(),
  }),
});

/**
 * Charges after the provider itself has confirmed that the bank let its customer through. A declined card is an
 * answer, not an error. A repeat answers the attempt's current state and never charges again.
 */
export const confirmCardComponents = call({
  name: 'confirmCardComponents',
  summary: 'Second card provider: pay with the details typed into its fields',
  method: 'POST',
  path: 'clear-accept/payment-requests/:ref/confirm',
  access: 'payer',
  paymentIn: 'params.ref',
  permissions: ['invoicingEnabled'],
  params: z.object({ ref: MerchantRefNumber }),
  body: z.strictObject({
    /** The token from the fields, for a new card or for a kept card's security code. */
    token: z.string().min(1).max(200),
    holderName: z.string().trim().max(100).default(''),
    nickName: z.string().trim().max(50).default(''),
    /** Asks the provider to keep the new card. */
    rememberCard: z.boolean().default(false),
  }),
  answer: ProcessedPayment,
});

export const listKeptCards = call({
  name: 'listKeptCards',
  summary: "Second card provider: list the account's stored cards: newest first, expired ones last",
  method: 'GET',
  path: 'clear-accept/cards/:accountGuid',
  access: 'account',
  accountIn: 'params.accountGuid',
  permissions: ['invoicingEnabled'],
  params: z.object({ accountGuid: Guid }),
  answer: z.object({ cards: z.array(KeptCard) }),
});

export const deleteKeptCard = call({
  name: 'deleteKeptCard',
  summary: 'Second card provider: delete a stored card',
  method: 'DELETE',
  path: 'clear-accept/cards/:accountGuid/:id',
  access: 'account',
  accountIn: 'params.accountGuid',
  permissions: ['invoicingEnabled'],
  params: z.object({ accountGuid: Guid, id: RunningNumber }),
  answer: z.object({ cards: z.array(KeptCard) }),
});

/** The errors of these calls. See `FileErrors`. */
export const errors = {
  codes: {
    CARD_EXPIRED: 409,
  },
  calls: {
    openCardComponents: ['CARD_NOT_STORED', 'CARD_EXPIRED', ...startsPayment],
    confirmCardComponents: continuesPayment,
    deleteKeptCard: ['PROVIDER_UNAVAILABLE'],
  },
} as const satisfies FileErrors;
