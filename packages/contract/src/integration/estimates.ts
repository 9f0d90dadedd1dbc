import { z } from 'zod';
import { Amount, Day } from '../shared/common.ts';
import {
  byReference,
  DayField,
  documented,
  Filters,
  ListQuery,
  NumberField,
  resourceCalls,
  TextField,
  Tracked,
  withDemanded,
} from './resource.ts';

const aboutLine = {
  tariff: ['Annual berth, 10 m', 'The text of the line.'],
  quantity: [1],
  unitPrice: [2400, 'With tax, in major units.'],
  vatPercent: [20, 'The rate of the tax that the price contains.'],
  total: [2400, 'The quantity times the price, with tax.'],
  tax: [400, 'The tax that the total contains.'],
  boat: ['Tern', 'The name of a boat, as it is shown on the line.'],
  boatLength: [9.5, 'In metres.'],
} as const;

const about = {
  reference: ['E-2026-3', 'Your own name of the estimate.'],
  number: [3, 'The number that the customer reads.'],
  account: ['C-1001', 'The reference of the customer.'],
  site: [1, 'The number of the harbour. Left out: the customer’s own.'],
  createdOn: ['2026-05-01'],
  expiresOn: [
    '2026-06-30',
    'The last day of the offer, or a time at the harbour such as `2026-06-30T12:00`. Null: none.',
  ],
  startsOn: ['2026-07-01'],
  departsOn: [null],
  order: [null, 'The reference of the order that the estimate became.'],
  answer: [
    null,
    'The customer’s answer in the portal. Null: no answer yet. After it, lines and days stay as they are.',
  ],
  currency: ['GBP'],
  total: [2400, 'The sum of the lines. A change is refused if its lines come to something else.'],
  lines: [undefined, 'All lines. Left out: the estimate keeps those that it has.'],
} as const;

/** A line of an estimate. Prices include tax. */
export const EstimateLineResource = documented(
  z.object({
    tariff: z.string(),
    quantity: z.number(),
    unitPrice: Amount,
    total: Amount,
    tax: Amount,
    boat: z.string().nullable(),
    boatLength: z.number().nullable(),
  }),
  aboutLine,
);

/** An offer to a customer, with its lines. Amounts are in major units of `currency`. */
export const EstimateResource = documented(
  z.object({
    reference: z.string(),
    number: z.number().int(),
    account: z.string().nullable(),
    site: z.number().int(),
    createdOn: Day,
    expiresOn: z.string().nullable(),
    startsOn: Day.nullable(),
    departsOn: Day.nullable(),
    order: z.string().nullable(),
    answer: z.enum(['accept', 'decline']).nullable(),
    currency: z.string(),
    total: Amount,
    lines: z.array(EstimateLineResource),
    ...Tracked,
  }),
  about,
);

export const EstimateLineRow = withDemanded(
  documented(
    z.strictObject({
      tariff: TextField,
      quantity: NumberField,
      unitPrice: NumberField,
      vatPercent: NumberField,
      boat: TextField,
      boatLength: NumberField,
    }),
    aboutLine,
  ),
  ['tariff', 'quantity', 'unitPrice', 'vatPercent'],
);

export const EstimateRow = documented(
  z.strictObject({
    account: TextField,
    site: NumberField,
    createdOn: DayField,
    expiresOn: TextField,
    startsOn: DayField,
    departsOn: DayField,
    order: TextField,
    total: NumberField,
    lines: z.array(EstimateLineRow).max(500).optional(),
  }),
  { ...about, order: [null, about.order[1]] },
);

export const WholeEstimate = withDemanded(EstimateRow, ['account', 'createdOn']);

export const {
  list: listEstimateResources,
  get: getEstimateResource,
  put: putEstimate,
  patch: patchEstimate,
} = resourceCalls({
  noun: 'estimates',
  one: 'estimate',
  many: 'estimates with a reference of yours',
  file: 'estimates.csv',
  path: 'estimates',
  name: ':reference',
  scopes: { read: 'estimates:read', write: 'estimates:write' },
  params: byReference('E-2026-3'),
  query: ListQuery.extend({ account: Filters.account }),
  resource: EstimateResource,
  row: EstimateRow,
  whole: WholeEstimate,
  bodyExample: { expiresOn: '2026-07-15' },
});
