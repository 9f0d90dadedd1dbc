import { createHash, randomBytes } from 'node:crypto';
import { apiBase } from '@quayside/contract/shared/call.ts';
import { type BankForm, type enrollCard, takeBankAnswer } from '@quayside/contract/cards/three-d-secure-1.ts';
import type { z } from 'zod';
import type { PayerContext, Context } from '../../../http/context.ts';
import { CallError } from '../../../http/errors.ts';
import type { Redirect } from '../../../http/route.ts';
import type { EnrollInput, EnrollmentStep } from '../../../providers/payments/card-payments.ts';
import type { PaymentAttempt } from '../../../providers/payments/payment-attempt.ts';
import type { CardProvider } from '../../../providers/payments/payment-provider.ts';
import { asAttempt, cardProviderOf, type Engine } from '../../payments/payments.exports.ts';
import { type PaymentRow, paymentById, showPayment } from '../../payments/payments.service.ts';
import {
  acceptHeaderOf,
  type Answered,
  requireAnswer,
  authenticationReference,
  beginAuthentication,
  storeAuthentication,
} from './authentication-attempts.service.ts';
import { presentStep } from './authentications.presenter.ts';
import { type BankKeyOwner, insertBankKey, takeBankKey } from './bank-keys.queries.ts';
import { findLatestAuthentication } from '../cards.queries.ts';

/**
 * Asks if a card takes part in 3-D Secure 1. If it does, the answer is the form that leads to its bank.
 * @throws CallError FEATURE_DISABLED if the provider does not use version 1, AMOUNT_CHANGED, PAYMENT_STATE,
 * PROVIDER_UNAVAILABLE
 */
export async function enroll(
  ctx: PayerContext & Engine,
  body: z.output<typeof enrollCard.body>,
): Promise<z.input<typeof enrollCard.answer>> {
  const { payment, provider, attempt, reference } = await beginAuthentication(ctx, body, ({ version1 }) => {
    if (!version1) throw new CallError('FEATURE_DISABLED', { values: { permission: 'force3dsV1' } });
  });
  const { tenant, request } = ctx;
  const found = await enrollAt(provider, asAttempt(payment, ctx), {
    reference,
    paymentToken: body.paymentToken,
    merchant: { name: tenant.name, url: tenant.settings.rootUrl ?? request.origin },
    browser: { userAgent: request.userAgent, accept: acceptHeaderOf(ctx), ip: request.ip },
  });
  const step = requireAnswer(ctx, found);
  const md = randomBytes(32).toString('base64url');
  const bankKey = { payment_id: payment.id, attempt, key_hash: hashOf(md), expires_at: payment.expires_at };
  const changed = await storeAuthentication(ctx, payment, attempt, step, async (trx) => {
    if (step.kind === 'challenge') await insertBankKey(trx, tenant.id, bankKey);
  });
  return { ...presentStep(step, await showPayment(ctx, changed)), bankForm: formOf(ctx, step, md) };
}

async function enrollAt(
  { version1, key }: CardProvider,
  attempt: PaymentAttempt,
  input: EnrollInput,
): Promise<EnrollmentStep> {
  return version1?.enroll(attempt, input) ?? { kind: 'unavailable', reason: `${key} is on version 2` };
}

function formOf({ tenant, request }: PayerContext, step: Answered<EnrollmentStep>, md: string): BankForm | null {
  if (step.kind !== 'challenge') return null;
  const { acsUrl, paReq } = step;
  return { acsUrl, paReq, md, termUrl: `${request.origin}${apiBase}${takeBankAnswer.path}${naming(tenant.key)}` };
}

/** Names the tenant in the address: the bank's page sends no cookies, and a host may serve many marinas. */
const naming = (tenantKey: string) => `?tenant=${encodeURIComponent(tenantKey)}`;

/**
 * Takes the answer of the bank's page: spends the key, and asks the provider to judge the answer. In every case, also
 * for a key that is unknown, spent or over, the browser goes on to the page that informs the checkout. The checkout
 * then asks the server, and only its payer learns the result.
 */
export async function takeAnswer(
  ctx: Context & Engine,
  { PaRes: paRes, MD: md }: z.output<typeof takeBankAnswer.body>,
): Promise<Redirect> {
  const { db, tenant, clock, log } = ctx;
  const bankKey = await takeBankKey(db, tenant.id, hashOf(md), clock.now());
  if (bankKey) await judge(ctx, bankKey, paRes);
  else log.warn('a bank’s answer came without a valid key');
  return { location: `/three-d-s-callback${naming(tenant.key)}` };
}

async function judge(ctx: Engine, { payment_id, attempt }: BankKeyOwner, paRes: string): Promise<void> {
  const payment = await paymentById(ctx, payment_id);
  try {
    if (payment.state === 'challenge') await settle(ctx, payment, attempt, paRes);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    ctx.log.warn({ payment: payment.merchant_ref_number, code: error.code }, 'a bank’s answer had no effect');
  }
}

async function settle(ctx: Engine, payment: PaymentRow, attempt: number, paRes: string): Promise<void> {
  const provider = await cardProviderOf(ctx, payment);
  const latest = await findLatestAuthentication(ctx.db, ctx.tenant.id, payment.id);
  if (!provider.version1 || latest?.attempt !== attempt || latest.authentication_id === null) return;
  const reference = `${authenticationReference(payment, attempt)}-answer`;
  const request = { enrollmentId: latest.authentication_id, reference, paRes };
  const step = requireAnswer(ctx, await provider.version1.finish(asAttempt(payment, ctx), request));
  await storeAuthentication(ctx, payment, attempt, step);
}

/** Returns the hash of the key, which is enough to recognise it. */
const hashOf = (md: string) => createHash('sha256').update(md).digest();
