import type { ProviderAnswer } from '../provider-answer.ts';
import type { Sandbox } from '../sandbox.ts';
import { tellCapture } from './events.ts';
import { presentOrder } from './order-presenter.ts';
import { changeOrder, newId, type Order } from './orders.ts';
import { unprocessable } from './refusals.ts';

/** Takes the money of an order that its payer approved. The same key gets the same answer again. */
export function captureOrder(
  sandbox: Sandbox,
  order: Order,
  { requestId, isMinimal }: { requestId: string; isMinimal: boolean },
): ProviderAnswer {
  const { database, clock } = sandbox;
  if (order.capture !== null) {
    if (order.captureRequestId !== requestId) return unprocessable('ORDER_ALREADY_CAPTURED');
    return { status: 200, body: presentOrder(sandbox, order, isMinimal) };
  }
  if (order.status !== 'APPROVED') return unprocessable('ORDER_NOT_APPROVED');
  // The payer has to choose another way to pay, on the same page.
  if (order.outcome === 'decline') {
    changeOrder(database, order, { status: 'PAYER_ACTION_REQUIRED', outcome: null });
    return unprocessable('INSTRUMENT_DECLINED', 'The instrument presented was declined by the processor or bank.');
  }
  const captured = changeOrder(database, order, {
    status: 'COMPLETED',
    captureRequestId: requestId,
    capture: { id: newId(), status: order.outcome === 'review' ? 'PENDING' : 'COMPLETED', at: clock.now() },
  });
  tellCapture(sandbox, captured);
  return { status: 201, body: presentOrder(sandbox, captured, isMinimal) };
}
