import { cutToBytes } from './text.ts';
import { configurationCode, type PaymentAttempt } from '../payment-attempt.ts';
import type { KnownRefund, RefundAnswer, RefundList, RefundOrder, Refunds } from '../refunds.ts';
import { isTransient } from '../wire-call.ts';
import { reversalNote } from './aftermath.ts';
import { readMoney, wireAmount } from './amount.ts';
import { callPaypal } from './http-client.ts';
import type { PaypalSettings } from './settings.ts';
import { Order, readRefusal, Refund } from './wire.ts';

const lookUpDeadlineMs = 8_000;

/** Refunds of captures. The same request id is the same refund. */
export const openRefunds = (settings: PaypalSettings): Refunds => ({
  keepsReferences: true,
  make: (attempt, order) => make(settings, attempt, order),
  find: (attempt, { providerPaymentId }) => find(settings, attempt, providerPaymentId),
});

async function make(
  settings: PaypalSettings,
  attempt: PaymentAttempt,
  { providerPaymentId, reference, amountMinor, reason }: RefundOrder,
): Promise<RefundAnswer> {
  const { currency, decimalPlaces } = attempt;
  const value = wireAmount(amountMinor, currency, decimalPlaces);
  if (value === null) return { kind: 'refused', refusal: { code: configurationCode, message: null } };
  const answer = await callPaypal(settings, {
    method: 'POST',
    path: `/v2/payments/captures/${encodeURIComponent(providerPaymentId)}/refund`,
    requestId: reference,
    body: JSON.stringify({
      amount: { currency_code: currency, value },
      custom_id: reference,
      ...(reason === '' || reason === reversalNote ? {} : { note_to_payer: cutToBytes(reason, 255) }),
    }),
  });
  if (answer.kind === 'unsent') return { kind: 'refused', refusal: { code: 'PROVIDER_UNAVAILABLE', message: null } };
  if (answer.kind === 'lost') return { kind: 'unknown', reason: answer.reason };
  const { status, body } = answer;
  if (isTransient(status) || status === 409) return { kind: 'unknown', reason: `HTTP ${status}` };
  if (status >= 400) return unlessFound(settings, attempt, { providerPaymentId, reference }, readRefusal(status, body));
  const parsed = Refund.safeParse(body);
  if (!parsed.success) return { kind: 'unknown', reason: 'an answer of another shape' };
  return answerOf(stateOf(parsed.data), parsed.data.id);
}

const answerOf = (state: KnownRefund['state'], refundId: string): RefundAnswer =>
  state === 'failed'
    ? { kind: 'refused', refusal: { code: 'REFUND_FAILED', message: null } }
    : { kind: 'made', refundId, isDone: state === 'done' };

/** A request that the network doubled may be refused after the first of the two was executed. */
async function unlessFound(
  settings: PaypalSettings,
  attempt: PaymentAttempt,
  { providerPaymentId, reference }: Pick<RefundOrder, 'providerPaymentId' | 'reference'>,
  refusal: ReturnType<typeof readRefusal>,
): Promise<RefundAnswer> {
  if (refusal.code === configurationCode) return { kind: 'refused', refusal };
  const list = await find(settings, attempt, providerPaymentId);
  if (list.kind === 'unknown') return { kind: 'unknown', reason: list.reason };
  const made = list.refunds.find((refund) => refund.reference === reference);
  return made ? answerOf(made.state, made.refundId) : { kind: 'refused', refusal };
}

/** Returns all refunds of the capture, from its order. */
async function find(settings: PaypalSettings, attempt: PaymentAttempt, captureId: string): Promise<RefundList> {
  const path = `/v2/checkout/orders/${encodeURIComponent(attempt.providerReference ?? '')}`;
  const answer = await callPaypal(settings, { method: 'GET', path, deadlineMs: lookUpDeadlineMs });
  if (answer.kind !== 'answered') return { kind: 'unknown', reason: answer.reason };
  const order = Order.safeParse(answer.status === 200 ? answer.body : null);
  if (!order.success) return { kind: 'unknown', reason: `HTTP ${answer.status}` };
  const all = (order.data.purchase_units ?? []).flatMap((unit) => unit.payments?.refunds ?? []);
  const own = all.filter(({ links }) => links.every(({ rel, href }) => rel !== 'up' || href.endsWith(`/${captureId}`)));
  const refunds = own.flatMap((refund) => {
    const amountMinor = readMoney(refund.amount, attempt);
    const { id: refundId, custom_id: reference = null } = refund;
    return amountMinor === null ? [] : [{ refundId, reference, amountMinor, state: stateOf(refund) }];
  });
  return { kind: 'known', refunds };
}

/** Returns the state of a refund. DANGER: the office repeats a failed one, so only a clear word counts as failed. */
const stateOf = ({ status }: Pick<Refund, 'status'>): KnownRefund['state'] => {
  if (status === 'COMPLETED') return 'done';
  return status === 'FAILED' || status === 'CANCELLED' ? 'failed' : 'pending';
};
