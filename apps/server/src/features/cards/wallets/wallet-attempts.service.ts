import type { PayerContext } from '../../../http/context.ts';
import { CallError } from '../../../http/errors.ts';
import type { Refusal } from '../../../providers/payments/payment-attempt.ts';
import type { PaymentProvider } from '../../../providers/payments/payment-provider.ts';
import type { WalletCard, WalletExchange, Wallets } from '../../../providers/payments/wallets.ts';
import {
  crashPoint,
  type Engine,
  findWalletProvider,
  noteRefusal,
  type PaymentRequest,
  startPayment,
} from '../../payments/payments.exports.ts';
import { changeAttempt, type PaymentRow } from '../../payments/payments.service.ts';
import { insertAuthentication, updateAuthentication } from '../cards.queries.ts';
import { hashPaymentToken } from '../payment-token.rules.ts';

type Ctx = PayerContext & Engine;
export type Wallet = keyof Pick<Wallets, 'googlePay' | 'applePay'>;

const channels = { googlePay: 'GooglePay', applePay: 'ApplePay' } as const satisfies Record<
  Wallet,
  PaymentRequest['channel']
>;

interface Basket extends Pick<PaymentRequest, 'orderIds' | 'amount' | 'partialAmounts'> {
  siteId: number;
}

/** Prices the orders and stores the attempt. @throws CallError of `startPayment` */
export function startByWallet(ctx: Ctx, wallet: Wallet, basket: Basket): Promise<PaymentRow> {
  const { orderIds, amount, partialAmounts, siteId } = basket;
  return startPayment(ctx, {
    payer: ctx,
    orderIds,
    amount,
    partialAmounts,
    channel: channels[wallet],
    idempotencyKey: ctx.request.idempotencyKey,
    language: ctx.language,
    chooseProvider: async (db, siteOfOrders) =>
      siteOfOrders === siteId ? findWalletProvider(db, ctx.tenant, { siteId, wallet }) : null,
  });
}

/**
 * Makes the provider exchange the wallet's token, at most once for an attempt: only the request that stores the start
 * of the exchange calls the provider. If the token is refused, the attempt is over.
 * @throws CallError PAYMENT_IN_PROGRESS if it was exchanged before
 */
export async function exchangeOnce<Card extends WalletCard>(
  ctx: Ctx,
  payment: PaymentRow,
  token: object,
  exchange: () => Promise<WalletExchange<Card>>,
): Promise<{ payment: PaymentRow; card: Card | null }> {
  await noteExchange(ctx, payment, JSON.stringify(token));
  crashPoint('before-authenticate-call');
  const exchanged = await exchange();
  crashPoint('after-authenticate-call');
  if (exchanged.kind === 'card') return { payment: await keep(ctx, payment, exchanged.card), card: exchanged.card };
  if (exchanged.kind === 'unavailable')
    ctx.log.warn({ reason: exchanged.reason }, 'the provider does not take a wallet’s token');
  const refusal = exchanged.kind === 'declined' ? exchanged.refusal : { code: 'PROVIDER_UNAVAILABLE', message: null };
  return { payment: await refuse(ctx, payment, refusal), card: null };
}

async function noteExchange(ctx: Ctx, { id, merchant_ref_number: merchantRefNumber }: PaymentRow, token: string) {
  await changeAttempt(ctx, id, async (trx, payment) => {
    if (payment.state !== 'created') throw new CallError('PAYMENT_IN_PROGRESS', { meta: { merchantRefNumber } });
    await insertAuthentication(trx, ctx.tenant.id, tried(ctx, id, token));
    return { event: 'authenticationStarted', detail: { channel: payment.channel } };
  });
}

const tried = ({ clock }: Ctx, payment_id: number, token: string) => ({
  payment_id,
  payment_token_hash: hashPaymentToken(token),
  created_at: clock.now(),
});

/** Stores the token with which the attempt goes on: to its bank, or to the charge if the wallet has proven who pays. */
async function keep(ctx: Ctx, { id }: PaymentRow, { paymentToken, asksBank }: WalletCard): Promise<PaymentRow> {
  const kept = await changeAttempt(ctx, id, async (trx) => {
    const attempt = await insertAuthentication(trx, ctx.tenant.id, tried(ctx, id, paymentToken));
    if (asksBank) return { event: 'authenticationStarted', detail: { attempt } };
    await updateAuthentication(trx, ctx.tenant.id, { paymentId: id, attempt }, provenByWallet);
    return { event: 'authenticationPassed', detail: { attempt } };
  });
  crashPoint('after-authenticate-commit');
  return kept;
}

const provenByWallet = {
  authentication_id: null,
  status: null,
  version: null,
  enrollment: null,
  result: null,
  outcome: 'proceed',
  authentication: null,
};

function refuse(ctx: Ctx, { id }: PaymentRow, refusal: Refusal): Promise<PaymentRow> {
  return changeAttempt(ctx, id, async (trx, payment) => {
    const changes = await noteRefusal(trx, ctx, payment, refusal);
    return { event: 'authenticationFailed', changes, detail: { code: refusal.code } };
  });
}

/** Returns the wallet of the attempt's provider. @throws CallError PAYMENT_STATE if it has none any more */
export function walletOf<W extends Wallet>({ wallets }: PaymentProvider, wallet: W): NonNullable<Wallets[W]> {
  const found = wallets?.[wallet];
  if (found) return found;
  throw new CallError('PAYMENT_STATE');
}
