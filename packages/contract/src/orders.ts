import { z } from 'zod';
import { call } from './call.ts';
import { Amount, Day, Guid, Instant, RunningNumber, SiteTime } from './common.ts';
import { DateRange, PageQuery, PageTotals } from './paging.ts';
import { MerchantRefNumber, Payment } from './payments.ts';

/** The part of an agreement that decides whether its order can be paid (decision P3.14). */
export const OrderAgreement = z.object({
  guid: Guid,
  isSigned: z.boolean(),
  signatureRequired: z.boolean(),
  agreementType: z.object({ name: z.string(), optional: z.boolean() }),
});
export type OrderAgreement = z.output<typeof OrderAgreement>;

/**
 * Whether an agreement stands in the way of paying its order (decision X19).
 * The one rule for lists, pages, quick pay and the server.
 */
export function agreementBlocksPayment(agreement: OrderAgreement | null): boolean {
  return agreement !== null && agreement.signatureRequired && !agreement.isSigned && !agreement.agreementType.optional;
}

/** Decision P2.25. */
export const OrderPaymentStatus = z.enum([
  'Unpaid',
  'PartPaid',
  'Paid',
  'Overdue',
  'Processing',
  'Refunded',
  'PartRefunded',
  'Credited',
  'Cancelled',
]);
export type OrderPaymentStatus = z.output<typeof OrderPaymentStatus>;

/** Paid and Completed are shown green, anything else red. */
export function isSettledStatus(status: string): boolean {
  return status === 'Paid' || status === 'Completed';
}

/** An attempt that holds an order, because money may be moving, and what the reader may do about it. */
export const OrderHold = z.object({
  /** Somebody may pay on the provider's page, or the provider may have the money. */
  reason: z.enum(['onPage', 'sent']),
  /** Until when it keeps the reader from paying, at the longest; null where only the provider can say. */
  until: Instant.nullable(),
  /** Of the attempt, for who may continue or cancel it; null for everybody else. */
  merchantRefNumber: MerchantRefNumber.nullable(),
  mayContinue: z.boolean(),
  mayCancel: z.boolean(),
});
export type OrderHold = z.output<typeof OrderHold>;

export const OutstandingOrder = z.object({
  id: z.number().int(),
  guid: Guid,
  orderType: z.object({ name: z.string() }),
  /** What it is for, such as the boat and the period: the first line's name and the boat's. */
  description: z.string(),
  boatName: z.string().nullable(),
  createdOn: z.string(),
  taxPointDate: Day,
  /** After today in the site's time zone. */
  isFuture: z.boolean(),
  paymentStatus: OrderPaymentStatus,
  grossOrderCost: Amount,
  outstandingAmount: Amount,
  siteId: z.number().int(),
  isoCurrencyCode: z.string(),
  agreement: OrderAgreement.nullable(),
  hold: OrderHold.nullable(),
});
export type OutstandingOrder = z.output<typeof OutstandingOrder>;

/** The one rule of what can be paid (rows ORD-10), but for the future toggle, which is the reader's choice. */
export function canBePaid(
  order: Pick<OutstandingOrder, 'paymentStatus' | 'grossOrderCost' | 'outstandingAmount' | 'agreement'>,
  hasProvider: boolean,
): boolean {
  const payableStatus =
    order.paymentStatus === 'Unpaid' || order.paymentStatus === 'PartPaid' || order.paymentStatus === 'Overdue';
  return (
    hasProvider &&
    payableStatus &&
    order.grossOrderCost > 0 &&
    order.outstandingAmount > 0 &&
    !agreementBlocksPayment(order.agreement)
  );
}

export const listOutstandingOrders = call({
  name: 'listOutstandingOrders',
  summary: 'All orders of the account with something left to pay, earliest tax point first',
  method: 'GET',
  path: 'portal/:guid/orders/outstanding',
  access: 'account',
  accountIn: 'params.guid',
  permissions: ['invoicingEnabled'],
  params: z.object({ guid: Guid }),
  answer: z.object({ orders: z.array(OutstandingOrder) }),
});

/** What an order is for, a line each. */
export const OrderLine = z.object({
  name: z.string(),
  quantity: z.number(),
  grossUnitCost: Amount,
  grossCost: Amount,
  startDate: Day.nullable(),
  departureDate: Day.nullable(),
  location: z.string().nullable(),
  boatName: z.string().nullable(),
});
export type OrderLine = z.output<typeof OrderLine>;

/** An order as the history lists it. */
export const OrderSummary = z.object({
  id: z.number().int(),
  guid: Guid,
  orderType: z.object({ name: z.string() }),
  createdOn: Instant,
  taxPointDate: Day.nullable(),
  paymentStatus: OrderPaymentStatus,
  grossOrderCost: Amount,
  outstandingAmount: Amount,
  /** Of it on the order so far. */
  totalPaid: Amount,
  isoCurrencyCode: z.string(),
  siteId: z.number().int(),
  agreement: OrderAgreement.nullable(),
});
export type OrderSummary = z.output<typeof OrderSummary>;

/** An order as its page shows it. */
export const Order = OrderSummary.extend({
  /** Once it is issued. */
  invoice: z.object({ number: z.string(), issuedOn: Day }).nullable(),
  details: z.array(OrderLine),
  hold: OrderHold.nullable(),
  /** That were put on it, the newest first. */
  payments: z.array(Payment),
});
export type Order = z.output<typeof Order>;

/** FEATURE_DISABLED where the portal says nothing of orders (`showsOrders`). */
export const getOrder = call({
  name: 'getOrder',
  summary: 'An order of the account with its lines and payments',
  method: 'GET',
  path: 'portal/account/:guid/order/:id',
  access: 'account',
  accountIn: 'params.guid',
  params: z.object({ guid: Guid, id: RunningNumber }),
  answer: z.object({ order: Order }),
});

/** With those that are outstanding, future-dated, cancelled and credited (decision P2.28). */
export const listOrderHistory = call({
  name: 'listOrderHistory',
  summary: "The account's orders, those with the latest tax point first, a page at a time",
  method: 'GET',
  path: 'portal/account/:guid/order-history',
  access: 'account',
  accountIn: 'params.guid',
  permissions: ['showAccountActivity'],
  params: z.object({ guid: Guid }),
  query: PageQuery.extend({
    /** Bounds of the tax point, which is a day at the site; both belong to what is wished for. */
    fromDate: SiteTime.optional(),
    toDate: SiteTime.optional(),
  }),
  answer: z.object({ orders: z.array(OrderSummary), ...PageTotals.shape }),
});

export const getOrderDateRange = call({
  name: 'getOrderDateRange',
  summary: "The first and the last tax point of the account's orders, and how many there are",
  method: 'GET',
  path: 'portal/account/:guid/order/date-range',
  access: 'account',
  accountIn: 'params.guid',
  permissions: ['showAccountActivity'],
  params: z.object({ guid: Guid }),
  answer: DateRange,
});
