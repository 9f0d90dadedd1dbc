import { minorToMajor } from '@quayside/contract/shared/money.ts';
import type { PaymentDetails, PaymentSummary } from '@quayside/contract/payments/payment-history.ts';
import {
  isOnPage,
  type Payment,
  type PaymentOfOrder,
  type PaymentStatus,
  type ProcessedPayment,
} from '@quayside/contract/payments/payments.ts';
import type { ReceiptMail } from '@quayside/contract/payments/receipts.ts';
import type { Context } from '../../http/context.ts';
import { minute } from '../../lib/time/durations.ts';
import { maskEmail } from '../../lib/texts/mask-email.ts';
import { tenantText } from '../../lib/texts/texts.ts';
import type { RefusalReason } from '../../providers/payments/payment-attempt.ts';
import { reachOf, type Reader } from '../orders/orders.exports.ts';
import { decimalPlacesOf } from '../tenant/tenant.exports.ts';
import { availableOf } from './available/available-amount.rules.ts';
import type { OrderOfPayment } from './history/payment-history.queries.ts';
import type { AllocationRow, PlannedOrder } from './payment-orders.queries.ts';
import { hasReceipt, isOnProviderPage, isPaid, isUnpaidEnd, paymentStates } from './payment-states.rules.ts';
import type { OrderNames, PaymentRow } from './payments.queries.ts';

/** Returns the payment number that customers and the marina use. */
export const paymentReference = (paymentId: number) => `P${String(paymentId).padStart(6, '0')}`;

/** The facts beside the attempt's own row. */
export interface PresentedPayment {
  /** The orders to which it is, or will be, allocated. */
  orders: readonly Pick<PlannedOrder, 'order_id' | 'amount_minor'>[];
  /** The descriptions and invoice numbers, by order. */
  names: OrderNames;
  account: { guid: string; email: string };
  refusalReason: RefusalReason | null;
  now: Date;
}

/** Presents an attempt to its customer. */
export function presentPayment(
  reader: PaymentReader,
  payment: PaymentRow,
  { orders, names, account, refusalReason, now }: PresentedPayment,
): ProcessedPayment {
  const { tenant, language } = reader;
  const places = decimalPlacesOf(payment.currency, tenant.settings.culture);
  return {
    ...commonFieldsOf({ tenant, language }, payment),
    merchantRefNumber: payment.merchant_ref_number,
    cardPaymentStatus: isPaid(payment.state) ? 'COMPLETED' : isUnpaidEnd(payment.state) ? 'FAILED' : null,
    errorCode: payment.error_code,
    ...errorText({ tenant, language }, payment, refusalReason),
    providerKey: payment.provider_key,
    orders: orders.map(({ order_id: orderId, amount_minor }) => ({
      orderId,
      description: names.get(orderId)?.description ?? '',
      invoiceNumber: names.get(orderId)?.invoice_number ?? null,
      amount: minorToMajor(amount_minor, places),
    })),
    accountGuid: account.guid,
    isTest: payment.is_test,
    cardSaved: cardSaved(payment, now),
    receiptEmail: account.email === '' ? null : maskEmail(account.email),
    receiptReady: hasReceipt(payment.state),
    ...reachTo(reader, payment, now),
  };
}

/** The reader of a payment, with their language. */
type PaymentReader = Pick<Context, 'tenant' | 'language'> & Reader;

/**
 * Returns the progress of an attempt, and what its reader may do about it. Nobody can go on with another person's
 * page.
 */
function reachTo(reader: PaymentReader, payment: PaymentRow, now: Date) {
  const { progress } = paymentStates[payment.state];
  const reach = reachOf(reader, payment.order_key_hash);
  const isBeyondCustomer = progress === 'sent' || progress === 'over';
  const mayContinue = reach.mayContinue && !isBeyondCustomer;
  const isOpen = isOnProviderPage(payment.state) && payment.expires_at > now;
  return {
    progress,
    mayContinue,
    mayCancel: reach.mayCancel && !isBeyondCustomer,
    redirectUrl: mayContinue && isOpen ? payment.redirect_url : null,
  };
}

/** Presents a payment for an order and the histories. @param allocations its own */
function presentPaymentWithAllocations(
  reader: Pick<Context, 'tenant' | 'language'>,
  payment: PaymentRow,
  allocations: readonly AllocationRow[],
): Payment {
  const places = decimalPlacesOf(payment.currency, reader.tenant.settings.culture);
  return {
    ...commonFieldsOf(reader, payment),
    id: payment.id,
    paymentAllocations: allocations.map((allocation) => ({
      id: allocation.id,
      createdOn: allocation.created_at.toISOString(),
      orderId: allocation.order_id,
      amount: minorToMajor(allocation.amount_minor, places),
    })),
  };
}

/** Presents a payment for one of its orders. @param takenOffMinor the amount that a bank took off the order */
export function presentPaymentOfOrder(
  reader: Pick<Context, 'tenant' | 'language'>,
  payment: PaymentRow,
  { allocations, takenOffMinor }: { allocations: readonly AllocationRow[]; takenOffMinor: number },
): PaymentOfOrder {
  const places = decimalPlacesOf(payment.currency, reader.tenant.settings.culture);
  return {
    ...presentPaymentWithAllocations(reader, payment, allocations),
    takenOffOrderAmount: minorToMajor(takenOffMinor, places),
  };
}

/** Presents a payment as the history lists it. @param orders those that it pays, or was meant to pay */
export function presentPaymentSummary(
  reader: Pick<Context, 'tenant' | 'language'>,
  payment: PaymentRow,
  orders: readonly OrderOfPayment[],
): PaymentSummary {
  return {
    ...commonFieldsOf(reader, payment),
    id: payment.id,
    paidFor: orders.map(presentPaidOrder),
  };
}

/** Presents what an order of a payment is for. */
const presentPaidOrder = ({ order_id, description, boat_name }: OrderOfPayment) => ({
  orderId: order_id,
  description,
  boatName: boat_name,
});

interface DetailsOf {
  allocations: readonly AllocationRow[];
  /** The orders that the payment pays, or was meant to pay. */
  orders: readonly OrderOfPayment[];
  accountGuid: string;
  receiptMail: ReceiptMail | null;
  now: Date;
}

/** Presents a payment as its page shows it. */
export function presentPaymentDetails(
  reader: PaymentReader,
  payment: PaymentRow,
  { allocations, orders, accountGuid, receiptMail, now }: DetailsOf,
): PaymentDetails {
  return {
    ...presentPaymentWithAllocations(reader, payment, allocations),
    paidFor: orders.map(presentPaidOrder),
    merchantRefNumber: payment.merchant_ref_number,
    accountGuid,
    isTest: payment.is_test,
    receiptReady: hasReceipt(payment.state),
    receiptMail,
    ...reachTo(reader, payment, now),
  };
}

/** Returns the details of a payment that all of its readers see. */
function commonFieldsOf({ tenant, language }: Pick<Context, 'tenant' | 'language'>, payment: PaymentRow) {
  const places = decimalPlacesOf(payment.currency, tenant.settings.culture);
  return {
    paymentId: payment.id,
    reference: paymentReference(payment.id),
    paymentStatus: statusOf(payment),
    amount: minorToMajor(payment.amount_minor, places),
    availableAmount: minorToMajor(availableOf(payment), places),
    refundedAmount: minorToMajor(payment.refunded_minor, places),
    disputedAmount: minorToMajor(payment.disputed_minor, places),
    reversedAmount: minorToMajor(payment.reversed_minor, places),
    isoCurrencyCode: payment.currency,
    transactionDate: payment.transaction_at?.toISOString() ?? null,
    createdOn: payment.created_at.toISOString(),
    paymentMethod: tenantText(tenant, language, `payments.channels.${payment.channel}`),
    paymentChannel: payment.channel as ProcessedPayment['paymentChannel'],
    maskedCardNumber: payment.masked_card_number,
  };
}

/** Returns the status. A payment that the office took back is Cancelled, because nobody disputes it. */
function statusOf({ state, channel }: PaymentRow): PaymentStatus {
  return state === 'reversed' && channel === 'None' ? 'Cancelled' : paymentStates[state].status;
}

/** Our own codes, each with a text. A provider's text is for the marina; customers get ours. */
const ourCodes: ReadonlySet<string> = new Set([
  'NOT_FOUND',
  'CANCELLED',
  'EXPIRED',
  'AMOUNT_CHANGED',
  'ORDER_NOT_PAYABLE',
  'AUTHENTICATION_FAILED',
  'AUTHENTICATION_DECOUPLED',
  'AUTHENTICATION_MISMATCH',
  'NOT_AUTHENTICATED',
  'PROVIDER_CONFIGURATION',
  'PROVIDER_UNAVAILABLE',
  'CANCELLED_BY_PROVIDER',
  'PAYMENT_IN_PROGRESS',
  'ORDER_PAID',
  'PAGE_UNAVAILABLE',
  'CLOSED_BY_OFFICE',
  'DECIMAL_PRECISION',
  'ORDER_NOT_APPROVED',
  'INSTRUMENT_DECLINED',
  'PAYER_CANNOT_PAY',
]);

/** Codes whose texts say what the bank did, and not that nothing was charged. One of them is the specification's. */
const ofTheBank: ReadonlySet<string> = new Set([
  'AUTHENTICATION_FAILED',
  'AUTHENTICATION_DECOUPLED',
  'AUTHENTICATION_MISMATCH',
  'NOT_AUTHENTICATED',
]);

/** Codes whose texts mention cards. They have other words for payments without one. */
const ofCards: ReadonlySet<string> = new Set([
  'DECLINED',
  'PROVIDER_CONFIGURATION',
  'PROVIDER_UNAVAILABLE',
  'CANCELLED_BY_PROVIDER',
]);

/**
 * Returns why a payment failed, or was refused so far, and if the text says that nothing was charged.
 * @param refusalReason the meaning of the provider's code, if it says more than that it refused
 */
export function errorText(
  { tenant, language }: Pick<Context, 'tenant' | 'language'>,
  { state, channel, error_code }: PaymentRow,
  refusalReason: RefusalReason | null,
): Pick<ProcessedPayment, 'errorDescription' | 'saysUncharged'> {
  if (error_code === null) return { errorDescription: null, saysUncharged: false };
  const problem = ourCodes.has(error_code) ? null : refusalReason;
  const reason = problem === null ? null : tenantText(tenant, language, `cardProblems.${problem}`);
  if (state === 'redirected') {
    // The page is open: the customer may pay there at any moment.
    const refused = reason ?? tenantText(tenant, language, 'payments.refused');
    const errorDescription = tenantText(tenant, language, 'payments.refusedOnPage', { reason: refused });
    return { errorDescription, saysUncharged: false };
  }
  if (!isUnpaidEnd(state)) return { errorDescription: null, saysUncharged: false };
  if (reason !== null) return { errorDescription: reason, saysUncharged: false };
  const code = ourCodes.has(error_code) ? error_code : 'DECLINED';
  const texts = ofCards.has(code) && isOnPage(channel) ? 'pageRefusals' : 'refusals';
  const errorDescription = tenantText(tenant, language, `payments.${texts}.${code}`);
  return { errorDescription, saysUncharged: !ofTheBank.has(code) };
}

/** Keeping a card follows the payment within seconds. After this time, a card without a result counts as not kept. */
const keepingTakesMs = 5 * minute;

function cardSaved({ remember_card, card_saved, state, updated_at }: PaymentRow, now: Date): boolean | null {
  if (!remember_card || !isPaid(state)) return null;
  return card_saved ?? (now.getTime() - updated_at.getTime() > keepingTakesMs ? false : null);
}
