import type { authenticateCard, lookUpCardAuthentication, ThreeDSecureAnswer } from '@quayside/contract/cards.ts';
import { EmailAddress } from '@quayside/contract/common.ts';
import type { z } from 'zod';
import type { PayerContext } from '../../http/context.ts';
import { CallError, notFound } from '../../http/errors.ts';
import { type Limit, limitRate } from '../../http/rate-limit.ts';
import { configurationCode, type PaymentStep, type StartInput } from '../../providers/payments/payment-provider.ts';
import { loadAccount } from '../account/account.service.ts';
import { alertMarina } from '../payments/alert-marina.ts';
import { crashPoint } from '../payments/crash-points.ts';
import type { Engine } from '../payments/engine.ts';
import { payerName } from '../payments/payment-limits.ts';
import { isWaiting } from '../payments/payment-states.ts';
import { change, loadPayment, type Payment, showPayment } from '../payments/payments.service.ts';
import { plainText } from '../payments/plain-text.ts';
import { asAttempt, cardProviderOf } from '../payments/providers.service.ts';
import { refuseOtherAmount } from '../payments/start-payment.service.ts';
import { presentStep, presentStored } from './authentications.presenter.ts';
import {
  type AuthenticationRow,
  findLatestAuthentication,
  insertAuthentication,
  updateAuthentication,
} from './cards.queries.ts';
import { hashPaymentToken } from './payment-token.ts';

/** More tries than a person needs, fewer than somebody who tests stolen cards. */
const tries: Limit = { name: 'authenticate-card', max: 60, windowMs: 15 * 60_000 };

type Answered = Exclude<PaymentStep, { kind: 'unavailable' }>;

const authenticationReference = (payment: Payment, attempt: number) => `${payment.merchant_ref_number}-3ds-${attempt}`;

/**
 * Asks the bank about its customer, for an attempt that waits. May be done again with another card.
 * @throws CallError AMOUNT_CHANGED, PAYMENT_STATE, PROVIDER_UNAVAILABLE
 */
export async function authenticate(
  ctx: PayerContext & Engine,
  body: z.output<typeof authenticateCard.body>,
): Promise<ThreeDSecureAnswer> {
  const payment = await loadPayment(ctx, body.merchantRefNum);
  refuseOtherAmount(ctx, { amount: body.amount, language: ctx.language }, payment.amount_minor);
  if (!isWaiting(payment.state) || payment.expires_at <= ctx.clock.now()) throw new CallError('PAYMENT_STATE');
  await limitRate(ctx.db, ctx.tenant.id, { limit: tries, who: payerName(ctx) }, ctx.clock.now());
  const provider = await cardProviderOf(ctx, payment);
  const attempt = await begin(ctx, payment, body.paymentToken);
  crashPoint('before-authenticate-call');
  const reference = authenticationReference(payment, attempt);
  const step = answered(ctx, await provider.start(asAttempt(payment), await startInput(ctx, body, reference)));
  crashPoint('after-authenticate-call');
  const changed = await commit(ctx, payment, attempt, step);
  crashPoint('after-authenticate-commit');
  return presentStep(step, await showPayment(ctx, changed));
}

/**
 * Reads from the provider what came of a challenge.
 * @throws CallError PAYMENT_STATE, NOT_FOUND where the authentication is not the attempt's latest, PROVIDER_UNAVAILABLE
 */
export async function lookUpAuthentication(
  ctx: PayerContext & Engine,
  body: z.output<typeof lookUpCardAuthentication.body>,
): Promise<ThreeDSecureAnswer> {
  const payment = await loadPayment(ctx, body.paymentRequest.merchantRefNumber);
  const latest = await findLatestAuthentication(ctx.db, ctx.tenant.id, payment.id);
  if (!latest) throw new CallError('PAYMENT_STATE');
  if (latest.authentication_id !== body.authenticationId) throw notFound();
  if (payment.state !== 'challenge') return showStored(ctx, payment, latest);
  const provider = await cardProviderOf(ctx, payment);
  const reference = authenticationReference(payment, latest.attempt);
  const { authenticationId } = body;
  const step = answered(ctx, await provider.resume(asAttempt(payment), { authenticationId, reference }));
  crashPoint('after-look-up-call');
  const changed = step.kind === 'challenge' ? payment : await commit(ctx, payment, latest.attempt, step);
  return presentStep(step, await showPayment(ctx, changed));
}

/** An authentication that is over is answered as it ended. */
async function showStored(ctx: PayerContext, payment: Payment, latest: AuthenticationRow) {
  if (latest.outcome !== 'proceed' && latest.outcome !== 'fail') throw new CallError('PAYMENT_STATE');
  return presentStored(latest, latest.outcome, await showPayment(ctx, payment));
}

async function begin(ctx: Engine, payment: Payment, paymentToken: string): Promise<number> {
  let attempt = 0;
  await change(ctx, payment.id, async (trx) => {
    const asked = { payment_id: payment.id, payment_token_hash: hashPaymentToken(paymentToken) };
    attempt = await insertAuthentication(trx, ctx.tenant.id, { ...asked, created_at: ctx.clock.now() });
    return { event: 'authenticationStarted', detail: { attempt } };
  });
  return attempt;
}

const events = {
  ready: 'authenticationPassed',
  challenge: 'challengeAsked',
  declined: 'authenticationFailed',
} as const;
const outcomes = { ready: 'proceed', challenge: 'challenge', declined: 'fail' } as const;

/** The answer to an older try counts for nothing: its token is not the one that would be charged. */
async function commit(ctx: Engine, payment: Payment, attempt: number, step: Answered): Promise<Payment> {
  return change(ctx, payment.id, async (trx) => {
    const latest = await findLatestAuthentication(trx, ctx.tenant.id, payment.id);
    if (latest?.attempt !== attempt) throw new CallError('PAYMENT_STATE');
    const { authentication } = step;
    await updateAuthentication(
      trx,
      ctx.tenant.id,
      { paymentId: payment.id, attempt },
      {
        authentication_id: authentication?.id ?? null,
        status: authentication?.status ?? null,
        version: authentication?.version ?? null,
        enrollment: authentication?.enrollment ?? null,
        result: authentication?.result ?? null,
        outcome: outcomes[step.kind],
        authentication: authentication ? JSON.stringify(authentication.proof) : null,
      },
    );
    const detail = { attempt, result: authentication?.result ?? null, enrollment: authentication?.enrollment ?? null };
    if (step.kind !== 'declined') return { event: events[step.kind], detail };
    if (step.refusal.code === configurationCode) await alertMarina(trx, ctx, payment, 'provider-configuration', {});
    const changes = { error_code: step.refusal.code, error_description: plainText(step.refusal.message) };
    return { event: events.declined, changes, detail: { ...detail, code: step.refusal.code } };
  });
}

/** Nobody was charged, so the customer may simply try again. */
function answered({ log }: Engine, step: PaymentStep): Answered {
  if (step.kind !== 'unavailable') return step;
  log.warn({ reason: step.reason }, 'the provider does not answer about an authentication');
  throw new CallError('PROVIDER_UNAVAILABLE');
}

async function startInput(
  ctx: PayerContext,
  body: z.output<typeof authenticateCard.body>,
  reference: string,
): Promise<StartInput> {
  const { tenant, request } = ctx;
  const { email, phone, cellPhone } = body.profile ?? (await contactOnFile(ctx));
  return {
    reference,
    paymentToken: body.paymentToken,
    deviceFingerprintingId: body.deviceFingerprintingId,
    merchant: { name: tenant.name, url: tenant.settings.rootUrl ?? request.origin },
    // Banks refuse a malformed address; without one they ask the customer more often, which still works.
    profile: { phone, cellPhone, ...(EmailAddress.safeParse(email).success ? { email } : {}) },
    browser: { ...body.browserDetails, userAgent: request.userAgent, accept: request.accept, ip: request.ip },
  };
}

/** Who pays by a link isn't told how the account is reached, so the browser can't say it. */
async function contactOnFile(ctx: PayerContext): Promise<StartInput['profile']> {
  if (!ctx.orderKey) return {};
  const { email, phone, mobile } = await loadAccount(ctx, ctx.account.id);
  return { email, phone, cellPhone: mobile };
}
