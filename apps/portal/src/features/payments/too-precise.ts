import type { PaymentProvider } from '@quayside/contract/payments/payments.ts';

/** Tells if an amount has more decimals than the provider takes. @param amount in major units */
export const isTooPrecise = ({ maxDecimals }: PaymentProvider, amount: number): boolean =>
  maxDecimals !== null && Number(amount.toFixed(maxDecimals)) !== amount;
