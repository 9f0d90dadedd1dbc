/** The parts of orders that others may use, beside its service. */
export { findOrders } from './find-orders.ts';
export { inProgress, isLeftToOthers, reachOf, type Reader } from './hold.ts';
export { type NewOrderLine, type PricedLine, priceLine } from './order-line.ts';
export { presentOrder } from './orders.presenter.ts';
