import { percent, quantity } from '../../import/amounts.ts';
import { column, refersTo, stored } from '../../import/columns.ts';
import { day, optional, reference, required, text, wholeNumber } from '../../import/fields.ts';
import type { ImportKind } from '../../import/kind.ts';
import { recordOrderEvents } from './order-events.service.ts';
import { storeOrderLines } from './order-lines-import.queries.ts';
import { priced, unitPrice } from './priced-row.rules.ts';

declare module '../../import/columns.ts' {
  interface ImportKinds {
    'order-lines': true;
  }
}

const columns = {
  order: refersTo('orders', required(reference), { inFiles: true }),
  position: column(optional(wholeNumber)),
  name: stored(required(text(200))),
  quantity: stored(required(quantity), { as: 'numeric(12, 3)' }),
  unit: stored(optional(text(20)), { rewritten: true }),
  unit_price: unitPrice,
  vat_percent: stored(required(percent), { waits: 'numeric(4, 2)' }),
  starts_on: stored(optional(day), { to: 'start_date', as: 'date', rewritten: true }),
  ends_on: stored(optional(day), { to: 'departure_date', as: 'date', rewritten: true }),
  location: stored(optional(text(100)), { rewritten: true }),
  boat: stored(optional(text(100)), { to: 'boat_name', rewritten: true }),
};

/** The lines of an order. A file has all lines of each order that it names. */
export const orderLines: ImportKind = {
  name: 'order-lines',
  columns,
  key: ['order', 'position'],
  read: (values, tenant, tell) => ({ ...priced(values, tenant, tell), vat_percent: Number(values.vat_percent) }),
  store: (trx, { id }) => storeOrderLines(trx, id, columns),
  recordEvents: recordOrderEvents,
};
