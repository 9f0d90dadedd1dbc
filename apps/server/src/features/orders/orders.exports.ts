export { findOrderByReference, findOrders } from './find-orders.queries.ts';
export { inProgress, isLeftToOthers, reachOf, type Reader } from './hold.rules.ts';
export { insertCreditNote, raiseCredited, setInvoiceNumber } from './invoiced-orders.queries.ts';
export { type NewOrderLine, type PricedLine, priceLine } from './order-line.rules.ts';
export { outstandingOf } from './order-status.rules.ts';
export { priced, unitPrice } from './priced-row.rules.ts';
export { recordOrderEvents } from './order-events.service.ts';
export { lockOrders, raiseAllocated } from './orders.queries.ts';
export { presentOrder } from './orders.presenter.ts';
