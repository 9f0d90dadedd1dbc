import { majorToMinor } from '@quayside/contract/shared/money.ts';
import type { Culture } from '@quayside/contract/tenant/tenant.ts';
import type { Tenant } from '../../../http/context.ts';
import type { PaymentProvider } from '../../../providers/payments/payment-provider.ts';

type Amounts = Pick<Culture, 'currencyDecimalPlaces'>;

/** Tells if a setting is an amount that can be paid: at least one minor unit (decision P2.44). */
export const isPayableAmount = (major: number, { currencyDecimalPlaces }: Amounts): boolean =>
  (majorToMinor(major, currencyDecimalPlaces) ?? 0) >= 1;

/** Returns the largest single payment by a provider, in minor units: the lower of its limit and the marina's. */
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
