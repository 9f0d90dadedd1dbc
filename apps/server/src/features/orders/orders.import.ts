import { total, withTotal } from '../../import/amounts.ts';
import { column, refersTo, stored } from '../../import/columns.ts';
import { day, optional, reference, required, text, wholeNumber } from '../../import/fields.ts';
import type { ImportKind } from '../../import/kind.ts';
import { findWrongInvoices } from './invoices-import.queries.ts';
import { recordOrderEvents } from './order-events.service.ts';
import { findWrongOrders, lockChangingOrders, storeOrders } from './orders-import.queries.ts';

declare module '../../import/columns.ts' {
  interface ImportKinds {
    orders: true;
  }
}

const columns = {
  reference: stored(required(reference)),
  account: refersTo('accounts', required(reference)),
  site: refersTo('sites', optional(wholeNumber)),
  type: stored(required(text(60)), { to: 'order_type' }),
  boat: stored(optional(text(100)), { to: 'boat_name' }),
  created_on: column(required(day)),
  due_on: stored(required(day), { to: 'tax_point_date', as: 'date' }),
  total,
  cancelled_on: column(optional(day)),
  agreement: refersTo('agreements', optional(reference)),
  invoice_number: column(optional(text(60))),
  invoiced_on: column(optional(day)),
};

/** The orders of customers. Their totals come from their lines. */
export const orders: ImportKind = {
  name: 'orders',
  columns,
  key: ['reference'],
  outlivesAccount: 'reference',
  lookedUpBy: ['invoice_number'],
  read: withTotal,
  check: async (trx, tenant, { now }) => {
    await lockChangingOrders(trx, tenant.id);
    return [...(await findWrongOrders(trx, tenant, now)), ...(await findWrongInvoices(trx, tenant.id))];
  },
  store: (trx, tenant) => storeOrders(trx, tenant, columns),
  recordEvents: recordOrderEvents,
};
