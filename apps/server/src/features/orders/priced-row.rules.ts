import { decimalToMinor } from '@quayside/contract/shared/money.ts';
import { amount } from '../../import/amounts.ts';
import { type ImportTenant, madeInto } from '../../import/columns.ts';
import { required } from '../../import/fields.ts';
import type { RowValues, TellProblem } from '../../import/kind.ts';
import { priceLine } from './order-line.rules.ts';

/** The price of one, of which `priced` makes the amounts of the line. */
export const unitPrice = madeInto((tenant) => required(amount(tenant)), {
  gross_unit_minor: 'bigint',
  gross_minor: 'bigint',
  net_minor: 'bigint',
  vat_minor: 'bigint',
});

/** Prices a line. The server prices here as it does everywhere. */
export function priced(values: RowValues, { settings }: ImportTenant, tell: TellProblem) {
  const { unit_price: price = '', vat_percent: vat = '', ...rest } = values;
  const grossUnitMinor = decimalToMinor(price, settings.culture.currencyDecimalPlaces) ?? 0;
  const line = { name: '', quantity: values.quantity ?? '', grossUnitMinor, vatPercent: Number(vat) };
  try {
    const { grossMinor, netMinor, vatMinor } = priceLine(line);
    return {
      ...rest,
      position: values.position === '' ? null : values.position,
      gross_unit_minor: grossUnitMinor,
      gross_minor: grossMinor,
      net_minor: netMinor,
      vat_minor: vatMinor,
    };
  } catch {
    tell('unit_price', 'and quantity make an amount beyond all money');
    return {};
  }
}
