import { z } from 'zod';
import { call } from '../shared/call.ts';
import { Amount, Day, Guid, Instant, RunningNumber, SiteTime } from '../shared/common.ts';
import { DateRange, FindQuery, PageQuery, PageTotals } from '../shared/paging.ts';
import { MerchantRefNumber, PaymentOfOrder } from '../payments/payments.ts';
import type { FileErrors } from '../shared/shared-errors.ts';

/** The part of an agreement that decides whether its order can be paid (decision P3.14). */
export const OrderAgreement = z.object({
  guid: Guid,
  isSigned: z.boolean(),
  signatureRequired: z.boolean(),
  /**
   * True if nobody can sign it any more: it is withdrawn, its last day for signing has passed, or the marina has
   * switched agreements off. A copy of the release before, which may answer during an upgrade, leaves it out.
   */
  isOver: z.boolean().optional(),
  agreementType: z.object({ name: z.string(), optional: z.boolean() }),
});
export type OrderAgreement = z.output<typeof OrderAgreement>;

/**
 * Checks if an unsigned agreement prevents paying its order (decision X19). The one rule for lists, pages, quick
 * pay and the server.
 */
export function agreementBlocksPayment(agreement: OrderAgreement | null): boolean {
  return agreement !== null && agreement.signatureRequired && !agreement.isSigned && !agreement.agreementType.optional;
}

/** The payment statuses of an order (decision P2.25). */
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

/** Checks if a status is shown green. Paid and Completed are green, all others red. */
export function isSettledStatus(status: string): boolean {
  return status === 'Paid' || status === 'Completed';
}

/** An attempt that holds an order because money may be moving, and what the reader may do about it. */
export const OrderHold = z.object({
  /** `onPage`: somebody may pay on the provider's page. `sent`: the provider may have the money. */
  reason: z.enum(['onPage', 'sent']),
  /** The latest time until which the hold keeps the reader from paying. Null if only the provider knows. */
  until: Instant.nullable(),
  /** The attempt's reference, for a reader who may continue or cancel it. Null for everybody else. */
  merchantRefNumber: MerchantRefNumber.nullable(),
  mayContinue: z.boolean(),
  mayCancel: z.boolean(),
});
export type OrderHold = z.output<typeof OrderHold>;

export const OutstandingOrder = z.object({
  id: z.number().int(),
  guid: Guid,
  orderType: z.object({ name: z.string() }),
  /** Describes the order by its first line's name and boat. */
  description: z.string(),
  boatName: z.string().nullable(),
  createdOn: z.string(),
  taxPointDate: Day,
  /** True if the tax point is after today in the site's time zone. */
  isFuture: z.boolean(),
  /** The number of days since the tax point, for an order that is overdue. 0 for all others. */
  daysOverdue: z.number().int().nonnegative(),
  paymentStatus: OrderPaymentStatus,
  grossOrderCost: Amount,
  outstandingAmount: Amount,
  siteId: z.number().int(),
  isoCurrencyCode: z.string(),
  agreement: OrderAgreement.nullable(),
  hold: OrderHold.nullable(),
});
export type OutstandingOrder = z.output<typeof OutstandingOrder>;

/** Checks if an order of this status is owed, and no payment of it is in progress. */
export const isOwedStatus = (status: OrderPaymentStatus): boolean =>
  status === 'Unpaid' || status === 'PartPaid' || status === 'Overdue';

/**
 * Decides if an order can be paid (row ORD-10): the one rule of lists, pages, pay links and the server. The order alone
 * decides here. The callers check the marina's currency, the providers of the order's site, and the reader's choice to
 * include future orders.
 */
export function canBePaid(
  order: Pick<OutstandingOrder, 'paymentStatus' | 'grossOrderCost' | 'outstandingAmount' | 'agreement'>,
): boolean {
  return (
    isOwedStatus(order.paymentStatus) &&
    order.grossOrderCost > 0 &&
    order.outstandingAmount > 0 &&
    !agreementBlocksPayment(order.agreement)
  );
}

export const listOutstandingOrders = call({
  name: 'listOutstandingOrders',
  summary: 'List the unpaid orders of the account, earliest tax point first',
  method: 'GET',
  path: 'portal/:guid/orders/outstanding',
  access: 'account',
  accountIn: 'params.guid',
  permissions: ['invoicingEnabled'],
  params: z.object({ guid: Guid }),
  answer: z.object({ orders: z.array(OutstandingOrder) }),
});

/** One line of an order. */
export const OrderLine = z.object({
  name: z.string(),
  quantity: z.number(),
  /** The unit of the quantity, as the marina writes it. Null if the quantity counts pieces. */
  unit: z.string().nullable(),
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
  /** Describes the order by its first line's name and boat. */
  description: z.string(),
  boatName: z.string().nullable(),
  createdOn: Instant,
  taxPointDate: Day.nullable(),
  paymentStatus: OrderPaymentStatus,
  grossOrderCost: Amount,
  outstandingAmount: Amount,
  /** The part that is paid so far. */
  totalPaid: Amount,
  isoCurrencyCode: z.string(),
  siteId: z.number().int(),
  agreement: OrderAgreement.nullable(),
});
export type OrderSummary = z.output<typeof OrderSummary>;

/** A credit note of an order. */
export const CreditNote = z.object({
  orderId: z.number().int(),
  guid: Guid,
  number: z.string(),
  issuedOn: Day,
  amount: Amount,
});

/** An order as its page shows it. */
export const Order = OrderSummary.extend({
  /** Null until the invoice is issued. */
  invoice: z.object({ number: z.string(), issuedOn: Day }).nullable(),
  details: z.array(OrderLine),
  hold: OrderHold.nullable(),
  /** True if the tax point is after today in the site's time zone. */
  isFuture: z.boolean(),
  /** The part that credit notes settle. It is not in `totalPaid`. */
  creditedAmount: Amount,
  /** Its credit notes, the first first. Each is an order of its own, with its paper. */
  creditNotes: z.array(CreditNote),
  /** The order that this one credits; null if it is no credit note of an order. */
  credits: z.object({ orderId: z.number().int(), invoiceNumber: z.string().nullable() }).nullable(),
  /** The payments allocated to it, the newest first, including those that a bank took back. */
  payments: z.array(PaymentOfOrder),
});
export type Order = z.output<typeof Order>;

/** Errors: FEATURE_DISABLED if the portal doesn't show orders (`showsOrders`). */
export const getOrder = call({
  name: 'getOrder',
  summary: 'Get an order of the account with its lines and payments',
  method: 'GET',
  path: 'portal/account/:guid/order/:id',
  access: 'account',
  accountIn: 'params.guid',
  params: z.object({ guid: Guid, id: RunningNumber }),
  answer: z.object({ order: Order }),
});

/**
 * Includes outstanding, future-dated, cancelled and credited orders (decision P2.28). `search` looks at the number,
 * the invoice number, the type, the first item and its boat.
 */
export const listOrderHistory = call({
  name: 'listOrderHistory',
  summary: "List the account's orders, latest tax point first unless sorted, page by page",
  method: 'GET',
  path: 'portal/account/:guid/order-history',
  access: 'account',
  accountIn: 'params.guid',
  permissions: ['showAccountActivity'],
  params: z.object({ guid: Guid }),
  query: PageQuery.extend({
    /** Bounds of the tax point, which is a day at the site. Both are inclusive. */
    fromDate: SiteTime.optional(),
    toDate: SiteTime.optional(),
    ...FindQuery.shape,
  }),
  answer: z.object({ orders: z.array(OrderSummary), ...PageTotals.shape }),
});

export const getOrderDateRange = call({
  name: 'getOrderDateRange',
  summary: "Get the first and last tax point of the account's orders, and their number",
  method: 'GET',
  path: 'portal/account/:guid/order/date-range',
  access: 'account',
  accountIn: 'params.guid',
  permissions: ['showAccountActivity'],
  params: z.object({ guid: Guid }),
  answer: DateRange,
});

/** The errors of these calls. See `FileErrors`. */
export const errors = {
  calls: {
    getOrder: ['FEATURE_DISABLED'],
  },
} as const satisfies FileErrors;
