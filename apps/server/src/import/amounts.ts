import { decimalToMinor } from '@quayside/contract/money.ts';
import { column, type ImportTenant } from './columns.ts';
import { decimal, type Field, optional, written } from './fields.ts';
import type { RowValues } from './kind.ts';

const positive = (schema: Field['schema']) =>
  written(
    'number',
    schema.refine((value) => !value.startsWith('-'), { error: 'is below zero' }),
  );

/** An amount of the marina's currency, in major units. */
export const amount = ({ settings }: ImportTenant) =>
  decimal({ digits: 9, places: settings.culture.currencyDecimalPlaces, example: '1250.00' });

/** A rate of tax, in per cent. */
export const percent = positive(decimal({ digits: 2, places: 2, example: '20' }));

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
