import { CallError } from '../../../http/errors.ts';
import type { PaymentAttempt, Refusal } from '../../../providers/payments/payment-attempt.ts';
import type { PageInput, PageStep } from '../../../providers/payments/provider-pages.ts';
import { applyEvent, withLock } from '../engine/apply-event.service.ts';
import { crashPoint } from '../engine/crash-points.service.ts';
import type { Engine } from '../engine/engine.types.ts';
import { endWithoutPage } from '../engine/give-up.service.ts';
import { holdOrders } from '../engine/hold-orders.service.ts';
import { noteRefusal } from '../engine/refusals.service.ts';
import { isOnProviderPage } from '../payment-states.rules.ts';
import { type PaymentRow, updatePayment } from '../payments.queries.ts';
import { changeAttempt } from '../payments.service.ts';
import { asAttempt, providerOf } from '../providers/providers.service.ts';

export interface PageRequest {
  /**
   * `pay`: the customer pays on the page, and the orders are held. `agree`: the customer agrees to be charged, and
   * nothing is held.
   */
  on: 'pay' | 'agree';
  /** Requests the provider's page. The same reference gets the same page again. */
  begin: (attempt: PaymentAttempt, input: PageInput) => Promise<PageStep>;
  input: PageInput;
  /** The caller's language, for a refusal's text. */
  language: string;
}

/**
 * Brings an attempt to the provider's page. The attempt is stored before the provider is called, because its customer
 * may pay there from then on. A repeated call returns the same page, or the outcome of the attempt.
 * @throws CallError PAYMENT_PAGE_UNAVAILABLE if there is no page: the attempt is over then, and another one may be
 * started; of `holdOrders` if the orders are not free
 */
export async function beginPage(engine: Engine, payment: PaymentRow, request: PageRequest): Promise<PaymentRow> {
  const opened = await markOpened(engine, payment, request);
  if (!isOnProviderPage(opened.state) || opened.redirect_url !== null) return opened;
  crashPoint('after-redirected-commit');
  const step = await callProvider(engine, opened, request);
  crashPoint('after-begin-call');
  if (step.kind === 'page') return storePage(engine, opened, step);
  if (step.kind === 'declined') return decline(engine, opened, step.refusal);
  engine.log.warn({ payment: payment.merchant_ref_number, reason: step.reason }, 'the provider gives no page');
  await endWithoutPage(engine, opened, { mayExist: step.mayExist });
  throw new CallError('PAYMENT_PAGE_UNAVAILABLE');
}

async function markOpened(engine: Engine, payment: PaymentRow, { on, language }: PageRequest): Promise<PaymentRow> {
  if (payment.state !== 'created') return payment;
  if (payment.expires_at <= engine.clock.now()) throw new CallError('PAYMENT_STATE');
  const opened = await withLock(engine, payment.id, async (trx, locked) => {
    // Another request was faster, with the same or with a cancellation.
    if (locked.state !== 'created') return { payment: locked, refusal: null };
    if (on === 'pay') return holdOrders(trx, engine, locked, { eventInput: { event: 'redirected' }, language });
    return { payment: (await applyEvent(trx, engine, locked, { event: 'askedToAgree' })) ?? locked, refusal: null };
  });
  if (opened.refusal) throw opened.refusal;
  return opened.payment;
}

async function callProvider(engine: Engine, payment: PaymentRow, { begin, input }: PageRequest): Promise<PageStep> {
  try {
    return await begin(asAttempt(payment, engine), input);
  } catch (error) {
    engine.log.error({ payment: payment.merchant_ref_number, err: error }, 'the provider’s adapter failed');
    return { kind: 'unavailable', reason: 'adapter failed', mayExist: true };
  }
}

async function storePage(
  engine: Engine,
  { id }: PaymentRow,
  { url, providerReference }: Extract<PageStep, { kind: 'page' }>,
): Promise<PaymentRow> {
  const payment = await withLock(engine, id, async (trx, locked) => {
    if (!isOnProviderPage(locked.state)) return locked;
    const page = { provider_reference: providerReference, redirect_url: url };
    await updatePayment(trx, engine.tenant.id, id, page);
    return { ...locked, ...page };
  });
  crashPoint('after-page-commit');
  if (!isOnProviderPage(payment.state)) await closeUnseen(engine, payment);
  return payment;
}

/**
 * Closes the page of an attempt that was given up while its page was made. Nobody has its address, and once it is
 * closed nobody can find it.
 */
async function closeUnseen(engine: Engine, payment: PaymentRow): Promise<void> {
  const { redirect } = await providerOf(engine, payment);
  await redirect?.close?.(asAttempt(payment, engine));
}

async function decline(engine: Engine, { id }: PaymentRow, refusal: Refusal) {
  return changeAttempt(engine, id, async (trx, payment) => {
    const changes = await noteRefusal(trx, engine, payment, refusal);
    return { event: 'declined', changes, detail: { code: refusal.code } };
  });
}
