import { z } from 'zod';
import { text } from './text.ts';
import type { ProviderAnswer } from '../provider-answer.ts';
import type { Sandbox } from '../sandbox.ts';
import { tellRefund } from './events.ts';
import { amountOf, digitsOf, hundredths, leftOf, type Money, moneyOf } from './money.ts';
import { changeOrder, listOrders, newId, type Order, type Refund } from './orders.ts';
import { unprocessable } from './refusals.ts';
import { presentRefund } from './refund-presenter.ts';

/** Without an amount, everything that is left is refunded. */
export const RefundRequest = z.strictObject({
  amount: z
    .strictObject({
      currency_code: z.string().length(3),
      value: z
        .string()
        .max(32)
        .regex(/^((-?[0-9]+)|(-?([0-9]+)?[.][0-9]+))$/),
    })
    .optional(),
  custom_id: text(127).optional(),
  invoice_id: text(127).optional(),
  note_to_payer: text(255).regex(/^.*$/).optional(),
});
export type RefundRequest = z.output<typeof RefundRequest>;

/** Refunds a capture, or a part of it. The same key gets the same refund again. */
export function refundCapture(
  sandbox: Sandbox,
  order: Order,
  asked: RefundRequest,
  requestId: string | null,
): ProviderAnswer {
  const { capture } = order;
  const earlier = capture?.refunds?.find((each) => requestId !== null && each.requestId === requestId);
  if (earlier) return { status: 200, body: presentRefund(sandbox, order, earlier) };
  const refusal = refusalOf(sandbox, order, asked);
  if (refusal) return unprocessable(...refusal);
  const refund: Refund = {
    id: newId(),
    status: 'COMPLETED',
    value: asked.amount?.value ?? moneyOf(order, leftOf(order)).value,
    at: sandbox.clock.now(),
    requestId,
    ...(asked.custom_id === undefined ? {} : { customId: asked.custom_id }),
    ...(asked.invoice_id === undefined ? {} : { invoiceId: asked.invoice_id }),
    ...(asked.note_to_payer === undefined ? {} : { note: asked.note_to_payer }),
  };
  const refunded = addRefund(sandbox, order, refund);
  tellRefund(sandbox, refunded, refund);
  return { status: 201, body: presentRefund(sandbox, refunded, refund) };
}

/** Books money that goes back to the payer, from the merchant or the provider. */
export function addRefund({ database }: Sandbox, order: Order, refund: Refund): Order {
  const { capture } = order;
  if (capture === null) return order;
  const refunds = [...(capture.refunds ?? []), refund];
  const isAll = leftOf({ ...order, capture: { ...capture, refunds } }) === 0;
  return changeOrder(database, order, {
    capture: { ...capture, refunds, status: isAll ? 'REFUNDED' : 'PARTIALLY_REFUNDED' },
  });
}

/** Fails a refund after it was made, as a bank does that can't reach the payer. The merchant has the money again. */
export function failRefund({ database }: Sandbox, order: Order, refundId: string): Order {
  const { capture } = order;
  if (capture === null) return order;
  const refunds = (capture.refunds ?? []).map((refund) =>
    refund.id === refundId ? { ...refund, status: 'FAILED' as const } : refund,
  );
  const isWhole = refunds.every(({ status, isReturned }) => status !== 'COMPLETED' || isReturned);
  return changeOrder(database, order, {
    capture: { ...capture, refunds, status: isWhole ? 'COMPLETED' : 'PARTIALLY_REFUNDED' },
  });
}

/** Returns why a capture can't be refunded, as the provider words it. */
function refusalOf(sandbox: Sandbox, order: Order, asked: RefundRequest): [string, string] | null {
  const { status } = order.capture ?? {};
  if (status === 'PENDING') return refusals.PENDING_CAPTURE;
  if (status === 'REFUNDED') return refusals.CAPTURE_FULLY_REFUNDED;
  if (status !== 'COMPLETED' && status !== 'PARTIALLY_REFUNDED') return refusals.REFUND_NOT_ALLOWED;
  const amount = asked.amount && amountRefusal(order, asked.amount);
  if (amount) return amount;
  const isPart = asked.amount !== undefined && hundredths(asked.amount.value) < leftOf(order);
  const isDisputed = order.capture?.disputes?.some((dispute) => dispute.status !== 'RESOLVED');
  if (isPart && isDisputed) return refusals.TRANSACTION_DISPUTED;
  if (asked.invoice_id !== undefined && isInvoiceUsed(sandbox, order, asked.invoice_id))
    return refusals.DUPLICATE_INVOICE_ID;
  return null;
}

function amountRefusal(order: Order, { currency_code, value }: Money): [string, string] | null {
  if (currency_code !== amountOf(order).currency_code) return refusals.REFUND_CAPTURE_CURRENCY_MISMATCH;
  if (Number(value) <= 0) return refusals.CANNOT_BE_ZERO_OR_NEGATIVE;
  const decimals = value.split('.')[1]?.length ?? 0;
  if (decimals > digitsOf(currency_code))
    return digitsOf(currency_code) === 0 ? refusals.DECIMALS_NOT_SUPPORTED : refusals.DECIMAL_PRECISION;
  return hundredths(value) > leftOf(order) ? refusals.REFUND_AMOUNT_EXCEEDED : null;
}

const isInvoiceUsed = ({ database }: Sandbox, { clientId }: Order, invoiceId: string): boolean =>
  listOrders(database, clientId).some(({ capture }) => capture?.refunds?.some((each) => each.invoiceId === invoiceId));

const refusal = (issue: string, description: string): [string, string] => [issue, description];

const refusals = {
  PENDING_CAPTURE: refusal('PENDING_CAPTURE', 'Cannot initiate a refund as the capture is pending.'),
  CAPTURE_FULLY_REFUNDED: refusal('CAPTURE_FULLY_REFUNDED', 'The capture has already been fully refunded'),
  REFUND_NOT_ALLOWED: refusal('REFUND_NOT_ALLOWED', 'Capture cannot be refunded.'),
  REFUND_CAPTURE_CURRENCY_MISMATCH: refusal(
    'REFUND_CAPTURE_CURRENCY_MISMATCH',
    'Refund must be in the same currency as the capture',
  ),
  CANNOT_BE_ZERO_OR_NEGATIVE: refusal('CANNOT_BE_ZERO_OR_NEGATIVE', 'Must be greater than zero.'),
  DECIMAL_PRECISION: refusal('DECIMAL_PRECISION', 'Only two decimal place precision is supported.'),
  DECIMALS_NOT_SUPPORTED: refusal('DECIMALS_NOT_SUPPORTED', 'Currency does not support decimals.'),
  REFUND_AMOUNT_EXCEEDED: refusal(
    'REFUND_AMOUNT_EXCEEDED',
    'The refund amount must be less than or equal to the capture amount that has not yet been refunded.',
  ),
  TRANSACTION_DISPUTED: refusal(
    'TRANSACTION_DISPUTED',
    'Partial refunds cannot be offered at this time because there is an open case on this transaction.',
  ),
  DUPLICATE_INVOICE_ID: refusal('DUPLICATE_INVOICE_ID', 'Invoice ID was previously used to refund a capture.'),
};
