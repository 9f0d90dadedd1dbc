import type { PayerContext } from '../../../http/context.ts';
import { CallError } from '../../../http/errors.ts';
import { type CallLimit, limitCalls } from '../../../http/limits/call-limits.ts';
import type { EnrollmentStep, PaymentStep } from '../../../providers/payments/card-payments.ts';
import type { CardProvider } from '../../../providers/payments/payment-provider.ts';
import type { TenantDb } from '../../../db/client.ts';
import {
  cardProviderOf,
  type Engine,
  isWaiting,
  noteRefusal,
  refuseOtherAmount,
} from '../../payments/payments.exports.ts';
import { changeAttempt, loadPayment, type PaymentRow } from '../../payments/payments.service.ts';
import { minute } from '../../../lib/time/durations.ts';
import { findLatestAuthentication, insertAuthentication, updateAuthentication } from '../cards.queries.ts';
import { hashPaymentToken } from '../payment-token.rules.ts';

/** More tries than a person needs, and fewer than a thief needs to test stolen cards. */
const tries: CallLimit = { name: 'authenticate-card', per: 'account', max: 60, windowMs: 15 * minute };

type Step = PaymentStep | EnrollmentStep;
export type Answered<S extends Step = Step> = Exclude<S, { kind: 'unavailable' }>;

export const authenticationReference = (payment: PaymentRow, attempt: number) =>
  `${payment.merchant_ref_number}-3ds-${attempt}`;

/**
 * Returns the browser's Accept header for documents. A client that never requested one is judged by its current
 * header.
 */
export const acceptHeaderOf = ({ session, orderKey, request }: PayerContext): string =>
  (orderKey ?? session)?.acceptHeader ?? request.accept;

/** The question to the bank: the attempt, the card and the amount. */
export interface Question {
  merchantRefNum: string;
  amount: number;
  paymentToken: string;
}

/**
 * Notes, for an attempt that waits, that the bank is about to be asked.
 * @param refuse throws if the attempt's provider can't do it
 * @throws CallError AMOUNT_CHANGED, PAYMENT_STATE
 */
export async function beginAuthentication(
  ctx: PayerContext & Engine,
  { merchantRefNum, amount, paymentToken }: Question,
  refuse: (provider: CardProvider) => void = () => undefined,
) {
  const payment = await loadPayment(ctx, merchantRefNum);
  refuseOtherAmount(ctx, { amount, language: ctx.language }, payment.amount_minor);
  if (!isWaiting(payment.state) || payment.expires_at <= ctx.clock.now()) throw new CallError('PAYMENT_STATE');
  await limitCalls([tries], ctx);
  const provider = await cardProviderOf(ctx, payment);
  refuse(provider);
  await refuseOtherThanExchanged(ctx, payment, paymentToken);
  const attempt = await store(ctx, payment, paymentToken);
  return { payment, provider, attempt, reference: authenticationReference(payment, attempt) };
}

/** Refuses other tokens: an attempt by a wallet goes on only with the token that the provider made of the wallet's. */
async function refuseOtherThanExchanged(
  { db, tenant }: Engine,
  payment: PaymentRow,
  paymentToken: string,
): Promise<void> {
  if (payment.channel !== 'GooglePay') return;
  const latest = await findLatestAuthentication(db, tenant.id, payment.id);
  if (!latest?.payment_token_hash.equals(hashPaymentToken(paymentToken))) throw new CallError('PAYMENT_STATE');
}

async function store(ctx: Engine, payment: PaymentRow, paymentToken: string): Promise<number> {
  let attempt = 0;
  await changeAttempt(ctx, payment.id, async (trx) => {
    const columns = { payment_id: payment.id, payment_token_hash: hashPaymentToken(paymentToken) };
    attempt = await insertAuthentication(trx, ctx.tenant.id, { ...columns, created_at: ctx.clock.now() });
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

/**
 * Stores the bank's answer. An answer to an older try is ignored: its token is not the one that would be charged.
 * @param also runs in the same transaction
 */
export async function storeAuthentication(
  ctx: Engine,
  payment: PaymentRow,
  attempt: number,
  step: Answered,
  also: (trx: TenantDb) => Promise<unknown> = async () => undefined,
): Promise<PaymentRow> {
  return changeAttempt(ctx, payment.id, async (trx) => {
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
    await also(trx);
    const detail = { attempt, result: authentication?.result ?? null, enrollment: authentication?.enrollment ?? null };
    if (step.kind !== 'declined') return { event: events[step.kind], detail };
    const changes = await noteRefusal(trx, ctx, payment, step.refusal);
    return { event: events.declined, changes, detail: { ...detail, code: step.refusal.code } };
  });
}

/** Passes an answer on. Nobody was charged, so the customer may simply try again. */
export function requireAnswer<S extends Step>({ log }: Engine, step: S): Answered<S> {
  if (step.kind !== 'unavailable') return step as Answered<S>;
  log.warn({ reason: step.reason }, 'the provider does not answer about an authentication');
  throw new CallError('PROVIDER_UNAVAILABLE');
}
