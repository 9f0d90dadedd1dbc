import { decimalToMinor } from '@quayside/contract/shared/money.ts';
import { OneLine } from '@quayside/contract/shared/one-line.ts';
import { z } from 'zod';
import { column, type ImportTenant } from './columns.ts';
import { decimal, type Field, optional, withNotation } from './fields.ts';
import type { RowValues } from './kind.ts';

const positive = (schema: Field['schema']) =>
  withNotation(
    'number',
    schema.refine((value) => !value.startsWith('-'), { error: 'is below zero' }),
  );

/** Matches an amount with the sign or the code of a currency. */
const namesCurrency = /^(?:\p{Sc}|[A-Z]{3}\b)\s*-?\d|\d\s*(?:\p{Sc}|[A-Z]{3})$/iu;

/** An amount of the marina's currency, in major units. It may have the currency's sign or code, and no other one. */
export const amount = ({ settings: { culture } }: ImportTenant) => {
  const { isoCurrencyCode: code, currencyDecimalPlaces: places } = culture;
  const sign = new Intl.NumberFormat('en', { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value;
  const own = [code, ...(sign === undefined ? [] : [sign])];
  const schema = OneLine.refine((value) => !namesCurrency.test(value) || own.some((sign) => value.includes(sign)), {
    abort: true,
    error: ({ input }) => `"${String(input)}" is in another currency: write an amount in ${code}, such as 1250.00`,
  }).pipe(decimal({ digits: 9, places, example: '1250.00' }));
  return withNotation(
    'number',
    z.preprocess((value: string) => withoutAny(own, value.trim()), schema),
  );
};

function withoutAny(signs: readonly string[], value: string): string {
  const before = signs.find((sign) => value.startsWith(sign)) ?? '';
  const after = before === '' ? (signs.find((sign) => value.endsWith(sign)) ?? '') : '';
  return value.slice(before.length, value.length - after.length).trim();
}

const withoutPercent = (value: string) => (value.endsWith('%') ? value.slice(0, -1).trim() : value);

/** A rate of tax, in per cent. */
export const percent = withNotation(
  'number',
  z.preprocess(
    (value: string) => withoutPercent(value.trim()),
    positive(decimal({ digits: 2, places: 2, example: '20' })),
  ),
);

/** The number of pieces, hours or metres on a line. */
export const quantity = decimal({ digits: 9, places: 3, example: '11.35' });

/** A length in metres or feet, in the marina's own unit. */
export const length = positive(decimal({ digits: 4, places: 2, example: '11.35' }));

/** The total that an office expects. `withTotal` turns it into minor units. It is compared and not stored. */
export const total = column((tenant) => optional(amount(tenant)), { waits: { total_minor: 'bigint' } });

/** Returns a row with its total in minor units, to compare it with the sum of its lines. */
export const withTotal = ({ total: given = '', ...values }: RowValues, { settings }: ImportTenant) => ({
  ...values,
  total_minor: given === '' ? null : decimalToMinor(given, settings.culture.currencyDecimalPlaces),
});
