import { z } from 'zod';
import { call } from '../shared/call.ts';
import { Amount, Day } from '../shared/common.ts';
import { eventsOf } from './event.ts';
import type { FileErrors } from '../shared/shared-errors.ts';
import {
  byReference,
  DayField,
  documented,
  Filters,
  ListQuery,
  NumberField,
  pageOf,
  TextField,
  Tracked,
  withDemanded,
} from './resource.ts';

const aboutLine = {
  name: ['Visitor berth, 3 nights'],
  quantity: [3],
  unit: [null, 'The unit of the quantity, such as `m` or `kWh`. Null if the quantity counts pieces.'],
  unitPrice: [40, 'With tax, in major units.'],
  vatPercent: [20, 'The rate of the tax that the price contains.'],
  total: [120, 'What the line comes to, with tax.'],
  startsOn: ['2026-05-01'],
  endsOn: ['2026-05-04'],
  location: ['Berth A12'],
  boat: ['Kittiwake', 'The name of a boat, as it is shown on the line.'],
} as const;

const about = {
  reference: ['O-5001', 'Your own name of the order.'],
  number: [314, 'The number that the portal shows.'],
  account: ['C-1001', 'The reference of the customer. Null if the customer has no reference of yours.'],
  site: [1, 'The number of the harbour. Left out: the customer’s own.'],
  type: ['Berthing', 'Any word of yours. Lists can be filtered by it.'],
  boat: ['Kittiwake', 'The name of a boat, as it is shown on the order.'],
  createdOn: ['2026-05-01'],
  dueOn: ['2026-06-01', 'The customer is asked to pay by this day.'],
  currency: ['GBP'],
  total: [120, 'What the lines come to. A change is refused if its lines come to something else.'],
  paid: [0, 'What payments and credit notes have put on the order. Less `credited` it is money.'],
  credited: [0, 'The part of `paid` that is of credit notes.'],
  outstanding: [120, 'What is still to be paid.'],
  status: ['open'],
  cancelledOn: [
    null,
    'The day of the cancellation, not one to come. A `PUT` that leaves it out keeps it. `null` opens the order again.',
  ],
  agreement: [null, 'The reference of the agreement that the order belongs to.'],
  creditedOrder: [
    null,
    'For a credit note, the reference of the order that it credits. Null if that order has no reference of yours.',
  ],
  creditedOrderNumber: [null, 'The number of that order in the portal. Null: the order is no credit note of another.'],
  invoiceNumber: [null, 'From here on the order keeps its amount, and this number.'],
  invoicedOn: [null],
  lines: [
    undefined,
    'All lines. Left out: the order keeps those that it has. The customer’s lists show the name of the first one.',
  ],
} as const;

/** A line of an order. Prices include tax. */
export const OrderLineResource = documented(
  z.object({
    name: z.string(),
    quantity: z.number(),
    unit: z.string().nullable(),
    unitPrice: Amount,
    vatPercent: z.number().nullable(),
    total: Amount,
    startsOn: Day.nullable(),
    endsOn: Day.nullable(),
    location: z.string().nullable(),
    boat: z.string().nullable(),
  }),
  aboutLine,
);

/** An order of a customer, with its lines. Amounts are in major units of `currency`. */
export const OrderResource = documented(
  z.object({
    reference: z.string(),
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
    credited: Amount,
    outstanding: Amount,
    status: z.enum(['open', 'paid', 'cancelled']),
    cancelledOn: Day.nullable(),
    agreement: z.string().nullable(),
    creditedOrder: z.string().nullable(),
    creditedOrderNumber: z.number().int().nullable(),
    invoiceNumber: z.string().nullable(),
    invoicedOn: Day.nullable(),
    lines: z.array(OrderLineResource),
    ...Tracked,
  }),
  about,
);

export const OrderLineRow = withDemanded(
  documented(
    z.strictObject({
      name: TextField,
      quantity: NumberField,
      unit: TextField,
      unitPrice: NumberField,
      vatPercent: NumberField,
      startsOn: DayField,
      endsOn: DayField,
      location: TextField,
      boat: TextField,
    }),
    aboutLine,
  ),
  ['name', 'quantity', 'unitPrice', 'vatPercent'],
);

export const OrderRow = documented(
  z.strictObject({
    account: TextField,
    site: NumberField,
    type: TextField,
    boat: TextField,
    createdOn: DayField,
    dueOn: DayField,
    total: NumberField,
    cancelledOn: DayField,
    agreement: TextField,
    invoiceNumber: TextField,
    invoicedOn: DayField,
    lines: z.array(OrderLineRow).max(500).optional(),
  }),
  { ...about, account: ['C-1001', 'The reference of the customer.'] },
);

export const WholeOrder = withDemanded(OrderRow, ['account', 'type', 'createdOn', 'dueOn']);

const order = {
  path: 'integration/v1/orders/:reference',
  access: 'integration',
  params: byReference('O-5001'),
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
    ...Filters,
    status: z.enum(['open', 'paid', 'cancelled']).optional().meta({ description: 'Only orders with this status.' }),
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
  body: WholeOrder,
  answer: OrderResource,
});

export const patchOrder = call({
  ...order,
  name: 'orders.patch',
  summary: 'Change some fields of an order (RFC 7396); lines are replaced as a whole',
  method: 'PATCH',
  scopes: ['orders:write'],
  body: OrderRow,
  bodyExample: { dueOn: '2026-07-01' },
  answer: OrderResource,
});

/** An order in an event. One without a reference of the marina's is known by its number. */
const OrderObject = OrderResource.extend({ reference: z.string().nullable() });

const example: z.input<typeof OrderObject> = {
  reference: 'O-5001',
  number: 12,
  account: 'C-1001',
  site: 1,
  type: 'Berthing',
  boat: null,
  createdOn: '2026-05-01',
  dueOn: '2026-06-01',
  currency: 'GBP',
  total: 120,
  paid: 120,
  credited: 0,
  outstanding: 0,
  status: 'paid',
  cancelledOn: null,
  agreement: null,
  creditedOrder: null,
  creditedOrderNumber: null,
  invoiceNumber: null,
  invoicedOn: null,
  lines: [
    {
      name: 'Visitor berth, 3 nights',
      quantity: 3,
      unit: null,
      unitPrice: 40,
      vatPercent: 20,
      total: 120,
      startsOn: null,
      endsOn: null,
      location: null,
      boat: null,
    },
  ],
  updatedAt: '2026-05-16T09:00:00.000Z',
};

export const orderEvents = eventsOf(OrderObject, example, {
  'order.created': 'An order was added, or a credit note made',
  'order.changed': 'An order was changed: its lines, its days, its invoice, or what is paid of it',
  'order.paid': 'An order was changed and owes nothing any more',
});

export const cancelOrder = call({
  name: 'orders.cancel',
  summary: 'Cancel an order. One with payments, a payment under way or an invoice is refused: credit it',
  method: 'POST',
  path: 'integration/v1/orders/:reference/cancel',
  access: 'integration',
  scopes: ['orders:write'],
  idempotent: true,
  params: byReference('O-5002'),
  body: z.strictObject({
    on: Day.optional().meta({
      description: 'The day of the cancellation. Left out: today. An order that is cancelled keeps its day.',
      examples: ['2026-05-16'],
    }),
  }),
  answer: OrderResource,
});

/** The errors of these calls. See `FileErrors`. */
export const errors = { calls: { 'orders.cancel': ['ROW_REFUSED'] } } as const satisfies FileErrors;
