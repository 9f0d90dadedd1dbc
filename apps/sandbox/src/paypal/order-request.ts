import { z } from 'zod';
import { text } from './text.ts';

const address = z.url({ protocol: /^https?$/ }).max(4000);

/** A merchant's request for an order: captures only, one unit, and the payer goes to the provider's page. */
export const OrderRequest = z.strictObject({
  intent: z.literal('CAPTURE'),
  purchase_units: z
    .array(
      z.strictObject({
        reference_id: text(256).optional(),
        custom_id: text(127).optional(),
        invoice_id: text(127).optional(),
        description: text(127).optional(),
        amount: z.strictObject({
          currency_code: z.string().regex(/^[A-Z]{3}$/),
          value: z
            .string()
            .max(32)
            .regex(/^((-?[0-9]+)|(-?([0-9]+)?[.][0-9]+))$/),
        }),
      }),
    )
    .length(1),
  payment_source: z
    .strictObject({
      paypal: z.strictObject({
        experience_context: z.strictObject({
          return_url: address,
          cancel_url: address,
          user_action: z.enum(['CONTINUE', 'PAY_NOW']).optional(),
          shipping_preference: z.enum(['GET_FROM_FILE', 'NO_SHIPPING', 'SET_PROVIDED_ADDRESS']).optional(),
          landing_page: z.enum(['LOGIN', 'GUEST_CHECKOUT', 'NO_PREFERENCE']).optional(),
          brand_name: text(127).regex(/^.*$/).optional(),
          locale: z
            .string()
            .regex(/^[a-z]{2}(?:-[A-Z][a-z]{3})?(?:-[A-Z]{2})?$/)
            .optional(),
          payment_method_preference: z.enum(['UNRESTRICTED', 'IMMEDIATE_PAYMENT_REQUIRED']).optional(),
        }),
      }),
    })
    .optional(),
});
export type OrderRequest = z.output<typeof OrderRequest>;

/** The currencies that the provider accepts, and those of them without decimals. */
const currencies = new Set(
  'AUD BRL CAD CNY CZK DKK EUR HKD HUF ILS JPY MYR MXN TWD NZD NOK PHP PLN GBP SGD SEK CHF THB USD'.split(' '),
);
const withoutDecimals = new Set(['HUF', 'JPY', 'TWD']);

/** Returns the fault of an amount, as the provider names it; undefined if there is none. */
export function amountIssue({ purchase_units: [unit] }: OrderRequest): string | undefined {
  const { currency_code: currency, value } = unit?.amount ?? { currency_code: '', value: '0' };
  if (!currencies.has(currency)) return 'CURRENCY_NOT_SUPPORTED';
  if (Number(value) <= 0) return 'CANNOT_BE_ZERO_OR_NEGATIVE';
  const decimals = value.split('.')[1]?.length ?? 0;
  return decimals > (withoutDecimals.has(currency) ? 0 : 2) ? 'DECIMAL_PRECISION' : undefined;
}
