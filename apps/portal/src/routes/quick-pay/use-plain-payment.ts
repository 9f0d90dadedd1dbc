import { getExpressPayment } from '@quayside/contract/payments/payment-pages.ts';
import { getPayment, type ProcessedPayment } from '@quayside/contract/payments/payments.ts';
import type { QuickPayOrder } from '@quayside/contract/orders/quick-pay.ts';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { ApiError } from '../../lib/calls/api-error.ts';
import { callQuery } from '../../lib/queries/call-query.ts';
import { queryClient } from '../../lib/queries/query-client.ts';
import type { PlainPaymentSearch } from '../address/payment-search.ts';

/** How far the payment of an order is, for a page without scripts. */
export interface PlainPayment {
  /** The payment that the page's address names: a form or a provider's page has led here. Undefined if none has. */
  named: ProcessedPayment | undefined;
  /** A payment that this payer can go on with, on the provider's page. */
  open: ProcessedPayment | undefined;
  /** Set if the payer has agreed to `open` at an express provider, and can finish it here. */
  agreed: { token: string; PayerID: string } | undefined;
  /** True if nobody can pay now: a bank or a provider decides, or somebody else pays. */
  isWaiting: boolean;
}

const paymentQuery = (reference = '') => ({
  ...callQuery(getPayment, { params: { merchantRefNum: reference } }),
  meta: { showsFailure: true },
});

const expressPaymentQuery = (token = '') => ({
  ...callQuery(getExpressPayment, { params: { reference: token } }),
  meta: { showsFailure: true },
});

/** Fetches the payments that the page's address names. A refused one changes nothing. */
export async function fetchNamedPayments({ attempt, token }: PlainPaymentSearch): Promise<void> {
  const ignoreRefusal = (error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
  };
  if (attempt) await queryClient.fetchQuery(paymentQuery(attempt)).catch(ignoreRefusal);
  if (token) await queryClient.fetchQuery(expressPaymentQuery(token)).catch(ignoreRefusal);
}

/** Returns how far the payment of an order is. */
export function usePlainPayment({ id, payment, hold }: QuickPayOrder): PlainPayment {
  const { attempt, token, PayerID } = useSearch({ strict: false });
  const { data: ofAttempt } = useQuery({ ...paymentQuery(attempt), enabled: attempt !== undefined });
  const { data: ofToken } = useQuery({ ...expressPaymentQuery(token), enabled: Boolean(token) });
  // Anybody can write an address that names the payment of another order.
  const named = [ofAttempt, ofToken].find((each) => each?.orders.some(({ orderId }) => orderId === id));
  const open = [named, payment].find(isOpen) ?? undefined;
  const agreed = token && PayerID && open && open === ofToken ? { token, PayerID } : undefined;
  const isUndecided = isOnItsWay(payment) || (named !== undefined && named.progress !== 'over');
  return { named, open, agreed, isWaiting: !open && (hold !== null || isUndecided) };
}

/** Checks if the payer can go on with a payment. Its page may be over before the payment is. */
const isOpen = (payment: ProcessedPayment | null | undefined) =>
  payment != null && payment.mayContinue && payment.redirectUrl !== null;

const isOnItsWay = (payment: ProcessedPayment | null) => payment?.progress === 'onPage' || payment?.progress === 'sent';
