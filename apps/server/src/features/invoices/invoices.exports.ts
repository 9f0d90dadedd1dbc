export type { WholeInvoice } from './invoice.letter.ts';
export { type InvoicedRate, readInvoicedRates } from './invoice-list.queries.ts';
export { invoiceNumber } from './issue-invoices.service.ts';
export { type Credit, creditOrder } from './credit-order.service.ts';
