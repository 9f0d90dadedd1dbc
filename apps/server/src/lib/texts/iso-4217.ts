import type { DecimalPlaces } from '@quayside/contract/shared/money.ts';

/** The currencies that don't have two decimals, by their number of decimals. */
const lists: Readonly<Record<string, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};

const placesByCode: ReadonlyMap<string, DecimalPlaces> = new Map(
  Object.entries(lists).flatMap(([places, codes]) => codes.split(' ').map((code) => [code, Number(places)] as const)),
);

/**
 * Returns the decimals of a currency by ISO 4217, such as 2 for the euro. `Intl` doesn't know them: it tells how many
 * decimals people write (0 for the forint, which has 2), and this changes with its version.
 */
export const isoPlaces = (currency: string): DecimalPlaces => placesByCode.get(currency) ?? 2;
