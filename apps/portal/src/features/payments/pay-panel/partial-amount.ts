import { type DecimalPlaces, decimalToMinor, minorToMajor } from '@quayside/contract/money.ts';
import type { PartialAmounts } from '@quayside/contract/payments.ts';

/** Digits of Arabic and Persian keyboards, and their decimal separator. */
const latin = (text: string): string =>
  text
    .replaceAll(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replaceAll(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replaceAll('\u066b', '.');

/**
 * Reads an amount as people type it, in minor units: `75`, `75.5` or `75,50`. Null if it is none. An amount with
 * thousands separators is refused, because `1.234` may mean two things.
 */
export function readAmount(text: string, places: DecimalPlaces): number | null {
  const typed = latin(text.trim()).replace(',', '.');
  if (!/^\d{1,11}(\.\d+)?$/.test(typed) || (typed.split('.')[1]?.length ?? 0) > places) return null;
  return decimalToMinor(typed, places);
}

/** An order that can be paid in part. */
export interface OwedOrder {
  id: number;
  /** In minor units. */
  dueMinor: number;
}

/** Spreads an amount over orders, the first first. Orders that get nothing are left out. @param minor in minor units */
export function spreadAmount(orders: readonly OwedOrder[], minor: number, places: DecimalPlaces): PartialAmounts {
  let left = minor;
  return orders.flatMap(({ id, dueMinor }) => {
    const part = Math.min(left, dueMinor);
    left -= part;
    return part > 0 ? [{ orderId: id, amount: minorToMajor(part, places) }] : [];
  });
}
