import { decimalPlacesOf } from '../../http/money.ts';
import type { Call } from '../operation.ts';

/** Returns the amount that the provider processes: it rounds the third decimal of a currency that has one, half up. */
export function processedAmount({ account }: Call, amount: number): number {
  const step = 10 ** Math.max(0, decimalPlacesOf(account.currency) - 2);
  return Math.round(amount / step) * step;
}
