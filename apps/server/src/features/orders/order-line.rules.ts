/** One line of an order. */
export interface NewOrderLine {
  name: string;
  /** At most three decimals, such as `'11.35'` metres. Below zero is a credit. */
  quantity: string;
  /** The unit of the quantity, such as `m` or `kWh`. Absent if the quantity counts pieces. */
  unit?: string;
  /** The price of one, tax included, in minor units. */
  grossUnitMinor: number;
  /** The rate on the net price, such as 20 for 20 %. At most two decimals. */
  vatPercent: number;
  startDate?: string;
  departureDate?: string;
  location?: string;
  boatName?: string;
}

export interface PricedLine {
  grossMinor: number;
  netMinor: number;
  vatMinor: number;
}

/** Returns the total of a line, in minor units. @throws RangeError if the quantity or price is not valid */
export function priceLine({
  quantity,
  grossUnitMinor,
  vatPercent,
}: Pick<NewOrderLine, 'quantity' | 'grossUnitMinor' | 'vatPercent'>): PricedLine {
  const grossMinor = divideHalfAwayFromZero(thousandths(quantity) * wholeNumber(grossUnitMinor), 1000n);
  const vatRate = wholeNumber(Math.round(vatPercent * 100));
  const vatMinor = divideHalfAwayFromZero(grossMinor * vatRate, 10_000n + vatRate);
  return { grossMinor: safe(grossMinor), netMinor: safe(grossMinor - vatMinor), vatMinor: safe(vatMinor) };
}

function thousandths(quantity: string): bigint {
  const match = /^(-?)(\d+)(?:\.(\d{1,3}))?$/.exec(quantity);
  if (!match) throw new RangeError(`not a quantity: ${quantity}`);
  const [, sign = '', whole = '', fraction = ''] = match;
  const value = BigInt(whole + fraction.padEnd(3, '0'));
  return sign === '-' ? -value : value;
}

function wholeNumber(value: number): bigint {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a whole number: ${value}`);
  return BigInt(value);
}

/** Divides exactly, and rounds half away from zero (decision P4.4). */
function divideHalfAwayFromZero(value: bigint, by: bigint): bigint {
  const half = value < 0n ? -by : by;
  return (value * 2n + half) / (by * 2n);
}

function safe(value: bigint): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError(`an amount beyond 2^53: ${value}`);
  return number;
}
