import { minorToMajor } from '@quayside/contract/money.ts';
import type { PaymentDetails, PaymentSummary } from '@quayside/contract/payment-history.ts';
import type {
  Payment,
  PaymentOfOrder,
  PaymentProgress,
  PaymentStatus,
  ProcessedPayment,
} from '@quayside/contract/payments.ts';
import type { Context, Tenant } from '../../http/context.ts';
import { refusalReason } from '../../providers/payments/registry.ts';
import { tenantText } from '../../texts.ts';
import { type Reader, reachOf } from '../orders/hold.ts';
import { decimalPlacesOf } from '../tenant/currency.ts';
import { isOnPage } from './page-channels.ts';
import {
  hasReceipt,
  isOnProviderPage,
  isPaid,
  isUndecided,
  isUnpaidEnd,
  isWaiting,
  type PaymentState,
} from './payment-states.ts';
import type { PaymentRow } from './payments.queries.ts';
import type { AllocationRow, PlannedOrder } from './payment-orders.queries.ts';

/** What a customer and the marina call a payment when they speak of it. */
export const paymentReference = (paymentId: number) => `P${String(paymentId).padStart(6, '0')}`;

/** What is known beside the attempt's own row. */
export interface PresentedPayment {
  /** On which orders it is, or is meant to be. */
  orders: readonly PlannedOrder[];
  /** By order, of those whose invoice is issued. */
  invoiceNumbers: ReadonlyMap<number, string>;
  account: { guid: string; email: string };
  now: Date;
}

/** An attempt as its customer sees it. */
export function presentPayment(
  reader: PaymentReader,
  payment: PaymentRow,
  { orders, invoiceNumbers, account, now }: PresentedPayment,
): ProcessedPayment {
  const { tenant, language } = reader;
  const places = decimalPlacesOf(payment.currency, tenant.settings.culture);
  return {
    ...whatItIs({ tenant, language }, payment),
    merchantRefNumber: payment.merchant_ref_number,
    cardPaymentStatus: isPaid(payment.state) ? 'COMPLETED' : isUnpaidEnd(payment.state) ? 'FAILED' : null,
    errorCode: payment.error_code,
    ...errorText(payment, tenant, language),
    providerKey: payment.provider_key,
    orders: orders.map(({ order_id: orderId, amount_minor }) => ({
      orderId,
      invoiceNumber: invoiceNumbers.get(orderId) ?? null,
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

/** Who looks at a payment, and in which language. */
type PaymentReader = Pick<Context, 'tenant' | 'language'> & Reader;

/** How far an attempt is, and what its reader may do about it. Nobody goes on with somebody else's page. */
function reachTo(reader: PaymentReader, payment: PaymentRow, now: Date) {
  const progress = progressOf(payment.state);
  const reach = reachOf(reader, payment.order_key_hash);
  const mayContinue = reach.mayContinue && (progress === 'unsent' || progress === 'onPage');
  const isOpen = isOnProviderPage(payment.state) && payment.expires_at > now;
  return {
    progress,
    mayContinue,
    mayCancel: reach.mayCancel && (progress === 'unsent' || progress === 'onPage'),
    redirectUrl: mayContinue && isOpen ? payment.redirect_url : null,
  };
}

function progressOf(state: PaymentState): PaymentProgress {
  if (state === 'redirected') return 'onPage';
  if (isUndecided(state)) return 'sent';
  return isWaiting(state) ? 'unsent' : 'over';
}

/** A payment as an order and the histories show it. @param allocations its own */
function presentPaymentWithAllocations(
  reader: Pick<Context, 'tenant' | 'language'>,
  payment: PaymentRow,
  allocations: readonly AllocationRow[],
): Payment {
  const places = decimalPlacesOf(payment.currency, reader.tenant.settings.culture);
  return {
    ...whatItIs(reader, payment),
    id: payment.id,
    paymentAllocations: allocations.map((allocation) => ({
      id: allocation.id,
      createdOn: allocation.created_at.toISOString(),
      orderId: allocation.order_id,
      amount: minorToMajor(allocation.amount_minor, places),
    })),
  };
}

/** A payment as one of its orders shows it. @param takenOffMinor what a bank took off the order */
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

/** A payment as the history lists it. */
export function presentPaymentSummary(
  reader: Pick<Context, 'tenant' | 'language'>,
  payment: PaymentRow,
): PaymentSummary {
  return { ...whatItIs(reader, payment), id: payment.id };
}

/** A payment as its page shows it. */
export function presentPaymentDetails(
  reader: PaymentReader,
  payment: PaymentRow,
  { allocations, accountGuid, now }: { allocations: readonly AllocationRow[]; accountGuid: string; now: Date },
): PaymentDetails {
  return {
    ...presentPaymentWithAllocations(reader, payment, allocations),
    merchantRefNumber: payment.merchant_ref_number,
    accountGuid,
    isTest: payment.is_test,
    receiptReady: hasReceipt(payment.state),
    ...reachTo(reader, payment, now),
  };
}

/** What everybody who is shown a payment is told of it. */
function whatItIs({ tenant, language }: Pick<Context, 'tenant' | 'language'>, payment: PaymentRow) {
  const places = decimalPlacesOf(payment.currency, tenant.settings.culture);
  return {
    paymentId: payment.id,
    reference: paymentReference(payment.id),
    paymentStatus: statusOf(payment.state),
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

/** What was given back was on no order first, as far as it goes; what a bank took back is nobody's. */
function availableOf({ state, amount_minor, allocated_minor, refunded_minor, reversed_minor }: PaymentRow): number {
  if (!isPaid(state) || state === 'approved') return 0;
  return Math.max(0, amount_minor - allocated_minor - refunded_minor - reversed_minor);
}

const statuses: Readonly<Partial<Record<PaymentState, PaymentStatus>>> = {
  approved: 'Completed',
  allocated: 'Completed',
  pending: 'Pending',
  held: 'Pending',
  declined: 'Declined',
  expired: 'Declined',
  cancelled: 'Cancelled',
  partRefunded: 'PartRefunded',
  refunded: 'Refunded',
  reversed: 'Disputed',
  partReversed: 'Disputed',
  disputed: 'Disputed',
};

/** What isn't known for certain is Incomplete, never Declined; what the provider is to decide is Pending (P3.8). */
function statusOf(state: PaymentState): PaymentStatus {
  return statuses[state] ?? 'Incomplete';
}

/** Codes that we give ourselves, each with a text. A provider's own text is the marina's to read: customers get ours. */
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
  ...['DECIMAL_PRECISION', 'ORDER_NOT_APPROVED', 'INSTRUMENT_DECLINED', 'PAYER_CANNOT_PAY'],
]);

/** The ones whose texts say what the bank did, and not that nothing was charged: one of them is the specification's. */
const ofTheBank: ReadonlySet<string> = new Set([
  ...['AUTHENTICATION_FAILED', 'AUTHENTICATION_DECOUPLED', 'AUTHENTICATION_MISMATCH', 'NOT_AUTHENTICATED'],
]);

/** The ones whose texts speak of cards, and have other words where no card is meant. */
const ofCards: ReadonlySet<string> = new Set([
  'DECLINED',
  'PROVIDER_CONFIGURATION',
  'PROVIDER_UNAVAILABLE',
  'CANCELLED_BY_PROVIDER',
]);

/** Says why nothing was paid, or was refused so far; and whether the text says that nothing was charged. */
export function errorText(
  { state, channel, provider_key, error_code }: PaymentRow,
  tenant: Tenant,
  language: string,
): Pick<ProcessedPayment, 'errorDescription' | 'saysUncharged'> {
  if (error_code === null) return { errorDescription: null, saysUncharged: false };
  const problem = ourCodes.has(error_code) ? null : refusalReason(provider_key, error_code);
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

/** Keeping a card follows the payment within seconds. One that was never heard of again is not kept. */
const keepingTakesMs = 5 * 60_000;

function cardSaved({ remember_card, card_saved, state, updated_at }: PaymentRow, now: Date): boolean | null {
  if (!remember_card || !isPaid(state)) return null;
  return card_saved ?? (now.getTime() - updated_at.getTime() > keepingTakesMs ? false : null);
}

/** `jo.sailor@example.com` → `j***@example.com` */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? '***' : `${email[0]}***${email.slice(at)}`;
}
