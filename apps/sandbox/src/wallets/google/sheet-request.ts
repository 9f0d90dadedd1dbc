import { z } from 'zod';

/** The networks that Google accepts outside of Brazil. An unknown one makes it refuse the whole request. */
const Network = z.enum(['AMEX', 'DISCOVER', 'INTERAC', 'JCB', 'MASTERCARD', 'VISA']);

export const AddressParameters = z.strictObject({
  format: z.enum(['MIN', 'FULL']).optional(),
  phoneNumberRequired: z.boolean().optional(),
});

const CardMethod = z.strictObject({
  type: z.literal('CARD'),
  parameters: z.strictObject({
    allowedAuthMethods: z.array(z.enum(['PAN_ONLY', 'CRYPTOGRAM_3DS'])).min(1),
    allowedCardNetworks: z.array(Network).min(1),
    billingAddressRequired: z.boolean().optional(),
    billingAddressParameters: AddressParameters.optional(),
  }),
});

const version = { apiVersion: z.literal(2), apiVersionMinor: z.literal(0) };

/** The request that a page makes before it shows a button. */
export const ReadyRequest = z.strictObject({
  ...version,
  allowedPaymentMethods: z.array(CardMethod).length(1),
  existingPaymentMethodRequired: z.boolean().optional(),
});

/** The request with which a page opens the sheet. */
export const SheetRequest = z.strictObject({
  ...version,
  merchantInfo: z.strictObject({ merchantId: z.string().optional(), merchantName: z.string().optional() }),
  allowedPaymentMethods: z
    .array(
      CardMethod.extend({
        tokenizationSpecification: z.strictObject({
          type: z.literal('PAYMENT_GATEWAY'),
          parameters: z.strictObject({ gateway: z.literal('paysafe'), gatewayMerchantId: z.string().min(1) }),
        }),
      }),
    )
    .length(1),
  transactionInfo: z.strictObject({
    countryCode: z.string().regex(/^[A-Z]{2}$/),
    currencyCode: z.string().regex(/^[A-Z]{3}$/),
    totalPriceStatus: z.enum(['FINAL', 'ESTIMATED']),
    // Two decimals at most, even in a currency with three.
    totalPrice: z.string().regex(/^\d+(\.\d{1,2})?$/),
  }),
});
export type SheetRequest = z.output<typeof SheetRequest>;
