import { z } from 'zod';
import { type DecimalPlaces, majorToMinor } from '../shared/money.ts';

/** The smallest part that a customer may pay: an amount in major units, or a percentage of what is due. */
export const PartialPaymentMinimum = z.strictObject({
  unit: z.enum(['amount', 'percent']),
  value: z.number().positive(),
});
export type PartialPaymentMinimum = z.output<typeof PartialPaymentMinimum>;

/**
 * Returns the smallest amount that may be paid of what is due, in minor units. What is due may always be paid, and one
 * minor unit is the least that anybody can pay.
 */
export function smallestPart(minimum: PartialPaymentMinimum | null, dueMinor: number, places: DecimalPlaces): number {
  return Math.min(Math.max(1, wantedMinor(minimum, dueMinor, places)), dueMinor);
}

function wantedMinor(minimum: PartialPaymentMinimum | null, dueMinor: number, places: DecimalPlaces): number {
  if (minimum === null) return 1;
  const { unit, value } = minimum;
  if (unit === 'percent') return Math.ceil((dueMinor * value) / 100);
  return majorToMinor(Number(value.toFixed(places)), places) ?? 1;
}
