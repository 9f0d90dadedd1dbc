import { z } from 'zod';
import { call } from '../call.ts';
import { Amount, Day } from '../common.ts';
import { ByReference, ListQuery, NumberField, OwnReference, pageOf, TextField, Tracked } from './resource.ts';

/** A line of an order. Prices include tax. */
export const OrderLineResource = z.object({
  name: z.string(),
  quantity: z.number(),
  /** The unit of the quantity, such as `m` or `kWh`. Null if the quantity counts pieces. */
  unit: z.string().nullable(),
  unitPrice: Amount,
  vatPercent: z.number().nullable(),
  /** What the line comes to. */
  total: Amount,
  startsOn: Day.nullable(),
  endsOn: Day.nullable(),
  location: z.string().nullable(),
  boat: z.string().nullable(),
});

/** An order of a customer, with its lines. Amounts are in major units of `currency`. */
export const OrderResource = z.object({
  reference: z.string(),
  /** The number that the portal shows. */
  number: z.number().int(),
  account: z.string().nullable(),
  site: z.number().int(),
  type: z.string(),
  boat: z.string().nullable(),
  createdOn: Day,
  dueOn: Day,
  currency: z.string(),
  total: Amount,
  paid: Amount,
  outstanding: Amount,
  status: z.enum(['open', 'paid', 'cancelled']),
  cancelledOn: Day.nullable(),
  agreement: z.string().nullable(),
  invoiceNumber: z.string().nullable(),
  invoicedOn: Day.nullable(),
  lines: z.array(OrderLineResource),
  ...Tracked,
});

export const OrderLineRow = z.strictObject({
  name: TextField,
  quantity: NumberField,
  unit: TextField,
  unitPrice: NumberField,
  vatPercent: NumberField,
  startsOn: TextField,
  endsOn: TextField,
  location: TextField,
  boat: TextField,
});

export const OrderRow = z.strictObject({
  account: TextField,
  site: NumberField,
  type: TextField,
  boat: TextField,
  createdOn: TextField,
  dueOn: TextField,
  /** Refused if the lines come to something else. */
  total: NumberField,
  cancelledOn: TextField,
  agreement: TextField,
  invoiceNumber: TextField,
  invoicedOn: TextField,
  /** All lines of the order, or none to keep those that it has. */
  lines: z.array(OrderLineRow).max(500).optional(),
});

const order = {
  path: 'integration/v1/orders/:reference',
  access: 'integration',
  params: ByReference,
  versioned: true,
} as const;

export const listOrderResources = call({
  name: 'orders.list',
  summary: 'The orders with a reference of yours',
  method: 'GET',
  path: 'integration/v1/orders',
  access: 'integration',
  scopes: ['orders:read'],
  query: ListQuery.extend({
    account: OwnReference.optional(),
    site: z.coerce.number().int().optional(),
    status: z.enum(['open', 'paid', 'cancelled']).optional(),
    type: z.string().max(60).optional(),
  }),
  answer: pageOf(OrderResource),
});

export const getOrderResource = call({
  ...order,
  name: 'orders.get',
  summary: 'One order with its lines',
  method: 'GET',
  scopes: ['orders:read'],
  answer: OrderResource,
});

export const putOrder = call({
  ...order,
  name: 'orders.put',
  summary: 'Create or replace an order, as its rows of orders.csv and order-lines.csv do',
  method: 'PUT',
  scopes: ['orders:write'],
  creates: true,
  body: OrderRow,
  answer: OrderResource,
});

export const patchOrder = call({
  ...order,
  name: 'orders.patch',
  summary: 'Change some fields of an order (RFC 7396); lines are replaced as a whole',
  method: 'PATCH',
  scopes: ['orders:write'],
  body: OrderRow,
  answer: OrderResource,
});
