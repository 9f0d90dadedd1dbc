import type { Culture } from '@quayside/contract/tenant/tenant.ts';
import type { PaymentProvider } from '../../../providers/payments/payment-provider.ts';

/** Returns the most decimals of a marina's amounts that a provider takes. Null: all of them. */
export function maxDecimals(
  { isoCurrencyCode: currency, currencyDecimalPlaces: places }: Culture,
  { takesAmount }: Pick<PaymentProvider, 'takesAmount'>,
): number | null {
  for (let cut = 0; cut <= places; cut += 1)
    if (takesAmount?.(10 ** cut, currency, places) !== false) return cut === 0 ? null : places - cut;
  return 0;
}
