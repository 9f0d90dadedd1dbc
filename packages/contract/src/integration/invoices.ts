import { z } from 'zod';
import { call } from '../shared/call.ts';
import { Amount, Day } from '../shared/common.ts';
import { documented, Filters, ListQuery, pageOf, Tracked } from './resource.ts';

const about = {
  number: ['INV-5001', 'The number of the invoice is its name.'],
  kind: ['invoice'],
  order: ['O-5001', 'The reference of the order. Null if the order has no reference of yours.'],
  orderNumber: [12, 'The number of the order in the portal.'],
  credits: [null, 'The number of the invoice, or of the order, that a credit note is for.'],
  account: ['C-1001', 'The reference of the customer. Null if the customer has no reference of yours.'],
  site: [1],
  invoicedOn: ['2026-05-01'],
  currency: ['GBP'],
  total: [120, 'With tax, in major units. A credit note is below zero.'],
  tax: [20, 'The tax that the total contains.'],
  outstanding: [120, 'The part that is still to be paid.'],
} as const;

/** An invoice or a credit note. The order that has its number has its lines. */
export const InvoiceResource = documented(
  z.object({
    number: z.string(),
    kind: z.enum(['invoice', 'credit-note']),
    order: z.string().nullable(),
    orderNumber: z.number().int(),
    credits: z.string().nullable(),
    account: z.string().nullable(),
    site: z.number().int(),
    invoicedOn: Day.nullable(),
    currency: z.string(),
    total: Amount,
    tax: Amount,
    outstanding: Amount,
    ...Tracked,
  }),
  about,
);

export const listInvoices = call({
  name: 'invoices.list',
  summary: 'The invoices and credit notes of the marina',
  method: 'GET',
  path: 'integration/v1/invoices',
  access: 'integration',
  scopes: ['invoices:read'],
  query: ListQuery.extend({ account: Filters.account }),
  answer: pageOf(InvoiceResource),
});

const byNumber = documented(z.strictObject({ number: z.string().trim().min(1).max(60) }), about);

export const getInvoiceResource = call({
  name: 'invoices.get',
  summary: 'One invoice. You make one by a `PUT` of its order with `invoiceNumber`, or the portal numbers it',
  method: 'GET',
  path: 'integration/v1/invoices/:number',
  access: 'integration',
  scopes: ['invoices:read'],
  versioned: true,
  params: byNumber,
  answer: InvoiceResource,
});

export const getInvoiceFile = call({
  name: 'invoices.file',
  summary: 'The paper of an invoice as a PDF. It never changes',
  method: 'GET',
  path: 'integration/v1/invoices/:number/file',
  access: 'integration',
  scopes: ['invoices:read'],
  params: byNumber,
  answer: { contentType: 'application/pdf', hasParts: true },
});
