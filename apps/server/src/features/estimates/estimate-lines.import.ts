import { length, percent, quantity } from '../../import/amounts.ts';
import { column, refersTo, stored } from '../../import/columns.ts';
import { optional, reference, required, text, wholeNumber } from '../../import/fields.ts';
import type { ImportKind } from '../../import/kind.ts';
import { priced, unitPrice } from '../orders/orders.exports.ts';
import { storeEstimateLines } from './estimates-import.queries.ts';

declare module '../../import/columns.ts' {
  interface ImportKinds {
    'estimate-lines': true;
  }
}

const columns = {
  estimate: refersTo('estimates', required(reference), { inFiles: true }),
  position: column(optional(wholeNumber)),
  tariff: stored(required(text(200)), { to: 'tariff_name' }),
  quantity: stored(required(quantity), { as: 'numeric(12, 3)' }),
  unit_price: unitPrice,
  vat_percent: { ...column(required(percent)), waits: {} },
  boat: stored(optional(text(100)), { to: 'boat_name', rewritten: true }),
  boat_length: stored(optional(length), { as: 'numeric(6, 2)', rewritten: true }),
};

/** The lines of an estimate. A file has all lines of each estimate that it names. */
export const estimateLines: ImportKind = {
  name: 'estimate-lines',
  columns,
  key: ['estimate', 'position'],
  read: priced,
  store: (trx, { id }) => storeEstimateLines(trx, id, columns),
};
