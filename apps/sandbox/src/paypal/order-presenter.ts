import type { Sandbox } from '../sandbox.ts';
import type { Capture, Order } from './orders.ts';
import { presentRefund } from './refund-presenter.ts';
import { timestamp } from './timestamp.ts';

/** Presents an order as the provider does. `isMinimal` is its default; a caller can ask for the full form. */
export function presentOrder({ origins }: Sandbox, order: Order, isMinimal = false): object {
  const self = `${origins.paypal}/v2/checkout/orders/${order.id}`;
  const links = [
    { href: self, rel: 'self', method: 'GET' },
    ...(order.status === 'PAYER_ACTION_REQUIRED'
      ? [{ href: `${origins.paypal}/checkoutnow?token=${order.id}`, rel: 'payer-action', method: 'GET' }]
      : []),
    ...(order.status === 'CREATED'
      ? [{ href: `${origins.paypal}/checkoutnow?token=${order.id}`, rel: 'approve', method: 'GET' }]
      : []),
    ...(order.status === 'APPROVED' ? [{ href: `${self}/capture`, rel: 'capture', method: 'POST' }] : []),
  ];
  if (isMinimal) return { id: order.id, status: order.status, links };
  return {
    id: order.id,
    intent: 'CAPTURE',
    status: order.status,
    ...payerOf(order),
    purchase_units: [
      {
        reference_id: 'default',
        ...order.request.purchase_units[0],
        ...(order.capture ? { payments: paymentsOf({ origins }, order) } : {}),
      },
    ],
    create_time: timestamp(order.createdAt),
    links,
  };
}

function paymentsOf(sandbox: Pick<Sandbox, 'origins'>, order: Order): object {
  const refunds = order.capture?.refunds ?? [];
  return {
    captures: [presentCapture(sandbox, order)],
    ...(refunds.length > 0 ? { refunds: refunds.map((refund) => presentRefund(sandbox, order, refund)) } : {}),
  };
}

function payerOf({ payer }: Order): object {
  if (payer === null) return {};
  const name = { given_name: payer.givenName, surname: payer.surname };
  return {
    payment_source: {
      paypal: {
        email_address: payer.email,
        account_id: payer.payerId,
        account_status: 'VERIFIED',
        name,
        address: { country_code: 'GB' },
      },
    },
    payer: { name, email_address: payer.email, payer_id: payer.payerId, address: { country_code: 'GB' } },
  };
}

const reasons: Readonly<Record<string, object>> = {
  PENDING: { status_details: { reason: 'PENDING_REVIEW' } },
  DECLINED: { status_details: { reason: 'DECLINED_BY_RISK_FRAUD_FILTERS' } },
};

const isRefundable = ({ status }: Capture) => status === 'COMPLETED' || status === 'PARTIALLY_REFUNDED';

/** Presents the capture of an order that has one. */
export function presentCapture({ origins }: Pick<Sandbox, 'origins'>, { capture, request, id }: Order): object {
  if (capture === null) return {};
  const [unit] = request.purchase_units;
  const self = `${origins.paypal}/v2/payments/captures/${capture.id}`;
  return {
    id: capture.id,
    status: capture.status,
    ...reasons[capture.status],
    amount: unit?.amount,
    final_capture: true,
    seller_protection: { status: 'ELIGIBLE', dispute_categories: ['ITEM_NOT_RECEIVED', 'UNAUTHORIZED_TRANSACTION'] },
    seller_receivable_breakdown: { gross_amount: unit?.amount },
    ...(unit?.custom_id === undefined ? {} : { custom_id: unit.custom_id }),
    ...(unit?.invoice_id === undefined ? {} : { invoice_id: unit.invoice_id }),
    supplementary_data: { related_ids: { order_id: id } },
    links: [
      { href: self, rel: 'self', method: 'GET' },
      ...(isRefundable(capture) ? [{ href: `${self}/refund`, rel: 'refund', method: 'POST' }] : []),
      { href: `${origins.paypal}/v2/checkout/orders/${id}`, rel: 'up', method: 'GET' },
    ],
    create_time: timestamp(capture.at),
    update_time: timestamp(capture.at),
  };
}
