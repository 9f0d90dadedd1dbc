import type { Order } from './orders.ts';

/** Money as the provider's wire has it. */
export interface Money {
  readonly currency_code: string;
  readonly value: string;
}

const withoutDecimals: ReadonlySet<string> = new Set(['HUF', 'JPY', 'TWD']);

/** How many decimals the provider takes of a currency. */
export const digitsOf = (currency: string): number => (withoutDecimals.has(currency) ? 0 : 2);

/** No currency that the provider takes has more than two decimals. */
export const hundredths = (value: string): number => Math.round(Number(value) * 100);

/** What an order is of. */
export const amountOf = ({ request }: Order): Money =>
  request.purchase_units[0]?.amount ?? { currency_code: 'GBP', value: '0.00' };

/** So many hundredths in an order's currency. */
export function moneyOf(order: Order, minor: number): Money {
  const { currency_code } = amountOf(order);
  return { currency_code, value: (minor / 100).toFixed(digitsOf(currency_code)) };
}

/** What of a capture is still the merchant's, in hundredths of its currency. */
export function leftOf(order: Order): number {
  const gone = (order.capture?.refunds ?? []).filter(({ status }) => status === 'COMPLETED');
  return hundredths(amountOf(order).value) - gone.reduce((sum, { value }) => sum + hundredths(value), 0);
}
