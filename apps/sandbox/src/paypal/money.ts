import type { Order } from './orders.ts';

/** Money as on the provider's wire. */
export interface Money {
  readonly currency_code: string;
  readonly value: string;
}

const withoutDecimals: ReadonlySet<string> = new Set(['HUF', 'JPY', 'TWD']);

/** Returns the number of decimals that the provider accepts for a currency. */
export const digitsOf = (currency: string): number => (withoutDecimals.has(currency) ? 0 : 2);

/** Returns hundredths. No currency of the provider has more than two decimals. */
export const hundredths = (value: string): number => Math.round(Number(value) * 100);

/** Returns the amount of an order. */
export const amountOf = ({ request }: Order): Money =>
  request.purchase_units[0]?.amount ?? { currency_code: 'GBP', value: '0.00' };

/** Returns hundredths in an order's currency as money. */
export function moneyOf(order: Order, minor: number): Money {
  const { currency_code } = amountOf(order);
  return { currency_code, value: (minor / 100).toFixed(digitsOf(currency_code)) };
}

/** Returns the part of a capture that was not refunded, in hundredths of its currency. */
export function leftOf(order: Order): number {
  const gone = (order.capture?.refunds ?? []).filter(
    ({ status, isReturned }) => status === 'COMPLETED' && isReturned !== true,
  );
  return hundredths(amountOf(order).value) - gone.reduce((sum, { value }) => sum + hundredths(value), 0);
}
