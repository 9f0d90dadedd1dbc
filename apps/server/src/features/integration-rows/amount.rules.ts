import { type DecimalPlaces, largestMinor, majorToMinor } from '@quayside/contract/shared/money.ts';
import { CallError } from '../../http/errors.ts';

/**
 * Returns the field `amount` of a request in minor units; null stays null.
 * @throws CallError INVALID_REQUEST for one with more decimals than the currency has, or beyond the largest amount
 */
export function minorOfAmount(amount: number | null, places: DecimalPlaces): number | null {
  if (amount === null) return null;
  const minor = majorToMinor(amount, places);
  if (minor !== null && minor <= largestMinor) return minor;
  const isTooLarge = amount > largestMinor / 10 ** places;
  throw new CallError('INVALID_REQUEST', {
    fields: [{ errorCode: 'refused', fieldName: 'amount', message: isTooLarge ? 'is too large' : tooPrecise(places) }],
    values: { field: 'amount' },
  });
}

const tooPrecise = (places: DecimalPlaces) =>
  places === 0 ? 'is not a whole number, and the currency has no decimals' : `has more than ${places} decimals`;
