import { majorToMinor } from '@quayside/contract/money.ts';
import type { Culture } from '@quayside/contract/tenant.ts';
import type { Tenant } from '../../http/context.ts';
import type { PaymentProvider } from '../../providers/payments/payment-provider.ts';

type Amounts = Pick<Culture, 'currencyDecimalPlaces'>;

/** Whether a setting is an amount that somebody can pay: one minor unit at least (decision P2.44). */
export const isPayableAmount = (major: number, { currencyDecimalPlaces }: Amounts): boolean =>
  (majorToMinor(major, currencyDecimalPlaces) ?? 0) >= 1;

/** The most that one payment by a provider may be, in minor units: the lower of its limit and the marina's. */
export function largestPayment(
  { settings: { maxPayment, culture } }: Pick<Tenant, 'settings'>,
  provider: Pick<PaymentProvider, 'maxPayment'>,
): number | null {
  const { currencyDecimalPlaces: places } = culture;
  const limits = [maxPayment, provider.maxPayment ?? null].flatMap((major) =>
    major === null ? [] : [Math.max(1, majorToMinor(Number(major.toFixed(places)), places) ?? 1)],
  );
  return limits.length === 0 ? null : Math.min(...limits);
}
