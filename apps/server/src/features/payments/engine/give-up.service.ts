import { holdsOrders, isUndecided, isWaiting } from '../payment-states.rules.ts';
import { type PaymentRow, updatePayment } from '../payments.queries.ts';
import { asAttempt, providerOf } from '../providers/providers.service.ts';
import { applyIfAllowed, type PaymentEventInput } from './apply-event.service.ts';
import { crashPoint } from './crash-points.service.ts';
import type { Engine } from './engine.types.ts';
import { type LookUpResult, lookUp } from './look-up.service.ts';
import { plainText } from './plain-text.rules.ts';
import { refusalColumns } from './refusals.service.ts';
import { noPageCode } from './settle.service.ts';

/** The time for which an attempt that can't be ended now is left alone. */
const postponeMs = 30_000;

/**
 * Gives up an attempt for its customer. This is only a request: the provider is asked first, and a paid attempt stays
 * paid (decision P4.6).
 * @returns the attempt as it then is, cancelled or not
 */
export async function cancelAttempt(engine: Engine, payment: PaymentRow): Promise<PaymentRow> {
  if (!isWaiting(payment.state) && !isUndecided(payment.state)) return payment;
  const outcome = await askAndClose(engine, payment);
  if (!mayEnd(outcome)) return outcome.payment;
  return end(engine, payment.id, { event: 'cancelled', changes: { error_code: 'CANCELLED' } });
}

/**
 * Takes a browser's report that it could not go on. The report is a hint: it ends an attempt that waits, and never
 * one that was sent (decision P4.18). The provider is asked first.
 */
export async function reportFailure(
  engine: Engine,
  payment: PaymentRow,
  report: { code: string; message: string },
): Promise<PaymentRow> {
  const code = plainText(report.code, 40) ?? 'REPORTED';
  engine.log.info({ payment: payment.merchant_ref_number, code }, 'a browser reports a failed payment');
  if (!isWaiting(payment.state)) return payment;
  const outcome = await askFirst(engine, payment);
  if (!mayEnd(outcome)) return outcome.payment;
  const changes = refusalColumns({ code, message: report.message });
  return end(engine, payment.id, { event: 'failureReported', changes, detail: { code } });
}

/** Ends an attempt whose customer did not come back, after the provider has said that it has no charge of it. */
export async function expireAttempt(engine: Engine, payment: PaymentRow): Promise<PaymentRow> {
  const outcome = await askAndClose(engine, payment);
  if (!isWaiting(outcome.payment.state)) return outcome.payment;
  if (outcome.isAnswered && mayEnd(outcome))
    return end(engine, payment.id, { event: 'expired', changes: { error_code: 'EXPIRED' } });
  const check_at = new Date(engine.clock.now().getTime() + postponeMs);
  await updatePayment(engine.db, engine.tenant.id, payment.id, { check_at });
  return outcome.payment;
}

/**
 * Asks the provider. If the customer may still pay on its page, closes the page and asks again, so that a payment at
 * this moment counts. An attempt whose page stays open can't be given up.
 */
export async function askAndClose(engine: Engine, payment: PaymentRow): Promise<LookUpResult> {
  const outcome = await askFirst(engine, payment);
  if (outcome.kind !== 'open' || !holdsOrders(outcome.payment.state)) return outcome;
  return closeAndAsk(engine, outcome);
}

async function closeAndAsk(engine: Engine, outcome: LookUpResult): Promise<LookUpResult> {
  const { redirect } = await providerOf(engine, outcome.payment);
  if (!redirect?.close) return outcome;
  await redirect.close(asAttempt(outcome.payment, engine));
  crashPoint('after-close-call');
  return askFirst(engine, outcome.payment);
}

/**
 * Asks about a customer on a provider's page. A refusal is not final while that page is open. If the page has sent
 * the refused customer back, it is closed and the provider is asked again, which makes the refusal final.
 */
export async function lookAtOpenPage(engine: Engine, payment: PaymentRow): Promise<LookUpResult> {
  const outcome = await lookUp(engine, payment);
  if (outcome.kind !== 'open' || outcome.payment.state !== 'redirected' || outcome.payment.error_code === null)
    return outcome;
  const { redirect } = await providerOf(engine, payment);
  return redirect?.sendsRefusedBack ? closeAndAsk(engine, outcome) : outcome;
}

/**
 * Ends an attempt whose provider gave no page. If the answer was lost, a page that nobody has seen may exist: it is
 * closed, and the provider is asked. While that fails, the attempt stays, and the reconciler tries again.
 */
export async function endWithoutPage(
  engine: Engine,
  payment: PaymentRow,
  { mayExist }: { mayExist: boolean },
): Promise<PaymentRow> {
  if (mayExist && holdsOrders(payment.state)) {
    const outcome = await askAndClose(engine, payment);
    if (!mayEnd(outcome)) return outcome.payment;
  }
  return end(engine, payment.id, { event: 'pageFailed', changes: { error_code: noPageCode } });
}

async function askFirst(engine: Engine, payment: PaymentRow): Promise<LookUpResult> {
  try {
    return await lookUp(engine, payment);
  } catch (error) {
    engine.log.error({ payment: payment.merchant_ref_number, err: error }, 'could not ask about a payment');
    return { payment, isAnswered: false, canBeAsked: true, kind: 'unknown' };
  }
}

/**
 * Tells if an attempt may end. One that holds no orders may, even if nobody answers. On an open page the customer may
 * still pay.
 */
const mayEnd = ({ payment, isAnswered, kind }: LookUpResult) =>
  isWaiting(payment.state) && (!holdsOrders(payment.state) || (isAnswered && kind !== 'open'));

/** Ends an attempt, unless something else happened to it meanwhile, such as a charge that was sent. */
const end = (engine: Engine, paymentId: number, eventInput: PaymentEventInput): Promise<PaymentRow> =>
  applyIfAllowed(engine, paymentId, () => eventInput);
