import type { Sandbox } from '../sandbox.ts';
import { amountOf, hundredths, moneyOf } from './money.ts';
import type { Order, Refund } from './orders.ts';
import { timestamp } from './timestamp.ts';

/**
 * Presents a refund of an order's capture. It does not carry the order's `custom_id`: only the link `up` names the
 * capture.
 */
export function presentRefund({ origins }: Pick<Sandbox, 'origins'>, order: Order, refund: Refund): object {
  const amount = { ...amountOf(order), value: refund.value };
  return {
    id: refund.id,
    status: refund.status,
    amount,
    ...(refund.customId === undefined ? {} : { custom_id: refund.customId }),
    ...(refund.invoiceId === undefined ? {} : { invoice_id: refund.invoiceId }),
    ...(refund.note === undefined ? {} : { note_to_payer: refund.note }),
    seller_payable_breakdown: {
      gross_amount: amount,
      paypal_fee: moneyOf(order, 0),
      net_amount: amount,
      total_refunded_amount: moneyOf(order, refundedUpTo(order, refund)),
    },
    links: [
      { href: `${origins.paypal}/v2/payments/refunds/${refund.id}`, rel: 'self', method: 'GET' },
      { href: `${origins.paypal}/v2/payments/captures/${order.capture?.id}`, rel: 'up', method: 'GET' },
    ],
    create_time: timestamp(refund.at),
    update_time: timestamp(refund.at),
  };
}

function refundedUpTo({ capture }: Order, refund: Refund): number {
  const all = capture?.refunds ?? [];
  const until = all.slice(0, all.findIndex(({ id }) => id === refund.id) + 1);
  return until.reduce((sum, { value }) => sum + hundredths(value), 0);
}
