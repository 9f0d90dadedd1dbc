import { CallError } from '../../http/errors.ts';
import { configurationCode, type PaymentAttempt } from '../../providers/payments/payment-attempt.ts';
import type { PageInput, PageStep } from '../../providers/payments/provider-pages.ts';
import { alertMarina } from './alert-marina.ts';
import { applyEvent } from './apply-event.ts';
import { crashPoint } from './crash-points.ts';
import type { Engine } from './engine.ts';
import { lockPayment, type PaymentRow, updatePayment } from './payments.queries.ts';
import { change } from './payments.service.ts';
import { plainText } from './plain-text.ts';
import { asAttempt, providerOf } from './providers.service.ts';

export interface PageRequest {
  /** Asks the provider for its page. Asking again under the same reference answers the same page. */
  begin: (attempt: PaymentAttempt, input: PageInput) => Promise<PageStep>;
  input: PageInput;
}

/**
 * Brings an attempt to the provider's page. Stored before the provider is called, because from then on its customer may
 * pay there. Done again it answers the same page, or what the attempt has come to.
 * @throws CallError PAYMENT_PAGE_UNAVAILABLE where there is no page now: nobody has seen one, so it may be done again
 */
export async function beginPage(engine: Engine, payment: PaymentRow, request: PageRequest): Promise<PaymentRow> {
  const redirected = await markRedirected(engine, payment);
  if (redirected.state !== 'redirected' || redirected.redirect_url !== null) return redirected;
  crashPoint('after-redirected-commit');
  const step = await callProvider(engine, redirected, request);
  crashPoint('after-begin-call');
  if (step.kind === 'page') return storePage(engine, redirected, step);
  if (step.kind === 'declined') return decline(engine, redirected, step.refusal);
  engine.log.warn({ payment: payment.merchant_ref_number, reason: step.reason }, 'the provider gives no page');
  throw new CallError('PAYMENT_PAGE_UNAVAILABLE');
}

async function markRedirected(engine: Engine, payment: PaymentRow): Promise<PaymentRow> {
  if (payment.state !== 'created') return payment;
  if (payment.expires_at <= engine.clock.now()) throw new CallError('PAYMENT_STATE');
  const { db, tenant } = engine;
  return db.transaction().execute(async (trx) => {
    const locked = await lockPayment(trx, tenant.id, payment.id);
    // Somebody else was faster, with the same or with a cancellation.
    if (locked.state !== 'created') return locked;
    return (await applyEvent(trx, engine, locked, { event: 'redirected' })) ?? locked;
  });
}

async function callProvider(engine: Engine, payment: PaymentRow, { begin, input }: PageRequest): Promise<PageStep> {
  try {
    return await begin(asAttempt(payment, engine), input);
  } catch (error) {
    const reason = error instanceof Error ? error.name : 'unknown';
    engine.log.error({ payment: payment.merchant_ref_number, reason }, 'the provider’s adapter failed');
    return { kind: 'unavailable', reason: 'adapter failed' };
  }
}

async function storePage(
  engine: Engine,
  { id }: PaymentRow,
  { url, providerReference }: Extract<PageStep, { kind: 'page' }>,
): Promise<PaymentRow> {
  const { db, tenant } = engine;
  const payment = await db.transaction().execute(async (trx) => {
    const locked = await lockPayment(trx, tenant.id, id);
    if (locked.state !== 'redirected') return locked;
    const page = { provider_reference: providerReference, redirect_url: url };
    await updatePayment(trx, tenant.id, id, page);
    return { ...locked, ...page };
  });
  crashPoint('after-page-commit');
  if (payment.state !== 'redirected') await closeUnseen(engine, payment);
  return payment;
}

/** The attempt was given up while its page was made. Nobody has its address; closed, it can't be found either. */
async function closeUnseen(engine: Engine, payment: PaymentRow): Promise<void> {
  const { redirect } = await providerOf(engine, payment);
  await redirect?.close?.(asAttempt(payment, engine));
}

async function decline(engine: Engine, { id }: PaymentRow, refusal: { code: string; message: string | null }) {
  return change(engine, id, async (trx, payment) => {
    if (refusal.code === configurationCode) await alertMarina(trx, engine, payment, 'provider-configuration', {});
    const changes = { error_code: refusal.code, error_description: plainText(refusal.message) };
    return { event: 'declined', changes, detail: { code: refusal.code } };
  });
}
