import type {
  authenticateCard,
  BrowserDetails,
  lookUpCardAuthentication,
  ThreeDSecureAnswer,
} from '@quayside/contract/cards/cards.ts';
import { EmailAddress } from '@quayside/contract/shared/common.ts';
import type { z } from 'zod';
import type { PayerContext } from '../../../http/context.ts';
import { CallError, notFound } from '../../../http/errors.ts';
import type { StartInput } from '../../../providers/payments/card-payments.ts';
import { loadAccount } from '../../account/account.service.ts';
import { asAttempt, cardProviderOf, crashPoint, type Engine } from '../../payments/payments.exports.ts';
import { loadPayment, type PaymentRow, showPayment } from '../../payments/payments.service.ts';
import { presentStep, presentStored } from './authentications.presenter.ts';
import {
  acceptHeaderOf,
  requireAnswer,
  authenticationReference,
  beginAuthentication,
  storeAuthentication,
} from './authentication-attempts.service.ts';
import { hasBankKey } from './bank-keys.queries.ts';
import { type AuthenticationRow, findLatestAuthentication } from '../cards.queries.ts';

/**
 * Asks the bank about its customer, for an attempt that waits. Another card may be tried afterwards.
 * @throws CallError AMOUNT_CHANGED, PAYMENT_STATE, PROVIDER_UNAVAILABLE
 */
export async function authenticate(
  ctx: PayerContext & Engine,
  body: z.output<typeof authenticateCard.body>,
): Promise<ThreeDSecureAnswer> {
  const { payment, provider, attempt, reference } = await beginAuthentication(ctx, body);
  crashPoint('before-authenticate-call');
  const step = requireAnswer(
    ctx,
    await provider.start(asAttempt(payment, ctx), await startInput(ctx, body, reference)),
  );
  crashPoint('after-authenticate-call');
  const changed = await storeAuthentication(ctx, payment, attempt, step);
  crashPoint('after-authenticate-commit');
  return presentStep(step, await showPayment(ctx, changed));
}

/**
 * Asks the provider for the result of a challenge.
 * @throws CallError PAYMENT_STATE, NOT_FOUND if the authentication is not the attempt's latest, PROVIDER_UNAVAILABLE
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
  // The bank's page of version 1 sends its answer by itself. If it is not here, nobody got it, or it came too late.
  if (await hasBankKey(ctx.db, ctx.tenant.id, payment.id, latest.attempt))
    throw new CallError(payment.expires_at <= ctx.clock.now() ? 'PAYMENT_STATE' : 'PROVIDER_UNAVAILABLE');
  const provider = await cardProviderOf(ctx, payment);
  const reference = authenticationReference(payment, latest.attempt);
  const { authenticationId } = body;
  const step = requireAnswer(ctx, await provider.resume(asAttempt(payment, ctx), { authenticationId, reference }));
  crashPoint('after-look-up-call');
  const changed = step.kind === 'challenge' ? payment : await storeAuthentication(ctx, payment, latest.attempt, step);
  return presentStep(step, await showPayment(ctx, changed));
}

/** Returns the result of an authentication that is over. */
async function showStored(ctx: PayerContext, payment: PaymentRow, latest: AuthenticationRow) {
  if (latest.outcome !== 'proceed' && latest.outcome !== 'fail') throw new CallError('PAYMENT_STATE');
  return presentStored(latest, latest.outcome, await showPayment(ctx, payment));
}

async function startInput(
  ctx: PayerContext,
  body: z.output<typeof authenticateCard.body>,
  reference: string,
): Promise<StartInput> {
  const { tenant, request } = ctx;
  const profile = body.profile ?? {};
  const { email, phone, cellPhone } = Object.keys(profile).length > 0 ? profile : await contactOnFile(ctx);
  return {
    reference,
    paymentToken: body.paymentToken,
    deviceFingerprintingId: body.deviceFingerprintingId,
    merchant: { name: tenant.name, url: tenant.settings.rootUrl ?? request.origin },
    // Banks refuse a malformed address. Without one they challenge more often, which still works.
    profile: { phone, cellPhone, ...(EmailAddress.safeParse(email).success ? { email } : {}) },
    browser: {
      ...(body.browserDetails ?? unknownBrowser(ctx)),
      userAgent: request.userAgent,
      accept: acceptHeaderOf(ctx),
      ip: request.ip,
    },
  };
}

/** Returns the details for a browser that sent none. The bank challenges more often then. */
const unknownBrowser = ({ language }: PayerContext): z.output<typeof BrowserDetails> => ({
  javaEnabled: false,
  javascriptEnabled: true,
  language,
  colorDepthBits: '24',
  screenHeight: 0,
  screenWidth: 0,
  timezoneOffset: 0,
});

/** Returns the account's contact details for a payer by a link, whose browser does not know them. */
async function contactOnFile(ctx: PayerContext): Promise<StartInput['profile']> {
  if (!ctx.orderKey) return {};
  const { email, phone, mobile } = await loadAccount(ctx, ctx.account.id);
  return { email, phone, cellPhone: mobile };
}
