import type { ProviderAnswer } from '../answer-under-faults.ts';
import type { Sandbox } from '../sandbox.ts';
import { tellRefund } from './events.ts';
import { presentRefund } from './order-presenter.ts';
import { changeOrder, newId, type Order, type Refund } from './orders.ts';
import { unprocessable } from './refusals.ts';

/** No currency that the provider takes has more than two decimals. */
const hundredths = (value: string) => Math.round(Number(value) * 100);

/** What is left of a capture to give back, in hundredths of its currency. */
function leftOf({ request, capture }: Order): number {
  const refunded = (capture?.refunds ?? []).reduce((sum, { value }) => sum + hundredths(value), 0);
  return hundredths(request.purchase_units[0]?.amount.value ?? '0') - refunded;
}

/** Gives a capture back, or a part of it. The same key again is answered with the same refund. */
export function refundCapture(
  sandbox: Sandbox,
  order: Order,
  { value, requestId }: { value: string | undefined; requestId: string | null },
): ProviderAnswer {
  const { capture } = order;
  const earlier = capture?.refunds?.find((each) => requestId !== null && each.requestId === requestId);
  if (earlier) return { status: 200, body: presentRefund(sandbox, order, earlier) };
  if (capture?.status !== 'COMPLETED' && capture?.status !== 'PARTIALLY_REFUNDED')
    return unprocessable('CAPTURE_FULLY_REFUNDED', 'The capture has already been fully refunded');
  const left = leftOf(order);
  const wished = value === undefined ? left : hundredths(value);
  if (wished > left)
    return unprocessable(
      'REFUND_AMOUNT_EXCEEDED',
      'The refund amount must be less than or equal to the capture amount',
    );
  const digits = order.request.purchase_units[0]?.amount.value.includes('.') ? 2 : 0;
  const refund: Refund = { id: newId(), value: (wished / 100).toFixed(digits), at: sandbox.clock.now(), requestId };
  const refunded = changeOrder(sandbox.database, order, {
    capture: {
      ...capture,
      status: wished === left ? 'REFUNDED' : 'PARTIALLY_REFUNDED',
      refunds: [...(capture.refunds ?? []), refund],
    },
  });
  tellRefund(sandbox, refunded, refund);
  return { status: 201, body: presentRefund(sandbox, refunded, refund) };
}
