interface OrderLine {
  gross_minor: number;
  vat_minor: number;
  /** Null if the line is older than the column. */
  vat_percent: string | null;
}

/** The part of a credit at one rate of tax. Amounts are minor units. */
export interface CreditedRate {
  vatPercent: number | null;
  grossMinor: number;
  netMinor: number;
  vatMinor: number;
}

/**
 * Divides a credit among the rates of tax of its order, in their proportion. All credits of an order together never
 * differ from its own lines by a minor unit: each is the difference of two shares of the whole.
 * @param before credited before, in minor units
 * @param more to credit now
 */
export function creditByRate(lines: readonly OrderLine[], before: number, more: number): CreditedRate[] {
  const rates = [...Map.groupBy(lines, ({ vat_percent }) => vat_percent)].map(([rate, some]) => ({
    rate,
    gross: sumOf(some.map(({ gross_minor }) => gross_minor)),
    vat: sumOf(some.map(({ vat_minor }) => vat_minor)),
  }));
  const total = sumOf(rates.map(({ gross }) => gross));
  let below = 0;
  return rates.flatMap(({ rate, gross, vat }) => {
    const from = below;
    below += gross;
    /** Returns the part of a credit of `credit` that is at this rate. */
    const grossOf = (credit: number) => share(credit, below, total) - share(credit, from, total);
    const vatOf = (credit: number) => (gross === 0 ? 0 : share(grossOf(credit), vat, gross));
    const grossMinor = grossOf(before + more) - grossOf(before);
    const vatMinor = vatOf(before + more) - vatOf(before);
    if (grossMinor === 0 && vatMinor === 0) return [];
    const vatPercent = rate === null ? null : Number(rate);
    return [{ vatPercent, grossMinor, netMinor: grossMinor - vatMinor, vatMinor }];
  });
}

/** Returns the line of a credit note for one rate of tax: one piece that is taken back. */
export const creditLine = (name: string, { vatPercent, grossMinor, netMinor, vatMinor }: CreditedRate) => ({
  name,
  quantity: '-1',
  gross_unit_minor: grossMinor,
  gross_minor: -grossMinor,
  net_minor: -netMinor,
  vat_minor: -vatMinor,
  vat_percent: vatPercent === null ? null : String(vatPercent),
});

const sumOf = (parts: readonly number[]) => parts.reduce((sum, part) => sum + part, 0);

/** Returns `value` × `part` ÷ `whole`, rounded half away from zero, exactly. */
function share(value: number, part: number, whole: number): number {
  const product = BigInt(value) * BigInt(part) * 2n;
  const by = BigInt(whole) * 2n;
  const isNegative = product < 0n !== by < 0n;
  const [top, bottom] = [product < 0n ? -product : product, by < 0n ? -by : by];
  const rounded = Number((top + bottom / 2n) / bottom);
  return isNegative ? -rounded : rounded;
}
