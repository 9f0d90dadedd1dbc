import type { BillingAddressInput, payByCard } from '@quayside/contract/cards/cards.ts';
import type { ProcessedPayment } from '@quayside/contract/payments/payments.ts';
import type { z } from 'zod';
import type { PayerContext } from '../../http/context.ts';
import { CallError } from '../../http/errors.ts';
import type { PaymentProvider } from '../../providers/payments/payment-provider.ts';
import { loadAccount } from '../account/account.service.ts';
import {
  cardProviderOf,
  charge,
  type Engine,
  isPaid,
  isWaiting,
  keepsCardsOf,
  outcomeOf,
  refuseOtherAmount,
} from '../payments/payments.exports.ts';
import { loadPayment, ordersOf, type PaymentRow, paymentById, showPayment } from '../payments/payments.service.ts';
import { findLatestAuthentication, findReferenceOfToken } from './cards.queries.ts';
import { hashPaymentToken } from './payment-token.rules.ts';
import { keepCardShortly } from './stored-cards/remember-card.service.ts';
import { findStoredAddress } from './vault.service.ts';

type PayBody = z.output<typeof payByCard.body>;

/**
 * Charges an authenticated attempt. A repeated call returns the outcome and never charges again.
 * @throws CallError PAYMENT_STATE if it was not authenticated with this token, AMOUNT_CHANGED, ORDER_NOT_PAYABLE
 */
export async function chargeByCard(ctx: PayerContext & Engine, body: PayBody): Promise<ProcessedPayment> {
  const payment = await loadPayment(ctx, body.merchantRefNumber ?? (await referenceOf(ctx, body.token)));
  if (!isWaiting(payment.state)) return showPayment(ctx, await outcomeOf(ctx, payment));
  const proof = await proofFor(ctx, payment, body);
  refuseOtherAmount(ctx, { amount: body.amount, language: ctx.language }, payment.amount_minor);
  const provider = await cardProviderOf(ctx, payment);
  const account = await loadAccount(ctx, ctx.account.id);
  const billing = await billingOf(ctx, provider, body);
  const rememberCard = await mayKeep(ctx, provider, body);
  const charged = await charge(ctx, payment, {
    take: (attempt) =>
      provider.charge(attempt, {
        paymentToken: body.token,
        proof,
        payer: { firstName: account.firstname, lastName: account.lastname, email: account.email },
        billing,
        ip: ctx.request.ip,
        credential: credentialOf(payment, rememberCard),
      }),
    from: 'authenticated',
    rememberCard,
    language: ctx.language,
  });
  if (rememberCard && charged.isOurs && isPaid(charged.payment.state)) {
    const { token: singleUseToken, holderName, nickName, billingAddressId = null } = body;
    const newAddress = billingAddressId === null ? billing : null;
    const card = { singleUseToken, holderName, nickName, billing: newAddress, billingAddressId };
    await keepCardShortly(ctx, { payment, provider, account, card });
    return showPayment(ctx, await paymentById(ctx, payment.id));
  }
  return showPayment(ctx, charged.payment);
}

/** Returns the attempt that a card token names. @throws CallError PAYMENT_STATE if no bank was asked about it */
async function referenceOf({ db, tenant, account }: PayerContext, token: string): Promise<string> {
  const reference = await findReferenceOfToken(db, tenant.id, account.id, hashPaymentToken(token));
  if (reference === null) throw new CallError('PAYMENT_STATE');
  return reference;
}

/**
 * Returns the fields that the charge has to carry: those of the attempt's latest authentication, if it used this
 * token and may proceed.
 */
async function proofFor(
  ctx: PayerContext,
  payment: PaymentRow,
  body: PayBody,
): Promise<Record<string, unknown> | null> {
  const latest = await findLatestAuthentication(ctx.db, ctx.tenant.id, payment.id);
  const isSameToken = latest?.payment_token_hash.equals(hashPaymentToken(body.token)) ?? false;
  if (payment.state !== 'authenticated' || latest?.outcome !== 'proceed' || !isSameToken)
    throw new CallError('PAYMENT_STATE');
  const orders = await ordersOf(ctx, payment);
  const isSameBasket =
    orders.length === new Set(body.orderIds).size && orders.every(({ order_id }) => body.orderIds.includes(order_id));
  const isSameChannel = (payment.channel === 'GooglePay') === (body.paymentChannel === 'GooglePay');
  if (!isSameBasket || !isSameChannel) throw new CallError('PAYMENT_STATE');
  return latest.authentication as Record<string, unknown> | null;
}

async function billingOf(
  ctx: PayerContext,
  provider: PaymentProvider,
  { address, billingAddressId }: PayBody,
): Promise<BillingAddressInput | null> {
  if (billingAddressId === undefined) return address ?? null;
  const stored = ctx.orderKey ? null : await findStoredAddress(ctx, provider, billingAddressId);
  if (stored) return stored;
  throw new CallError('ADDRESS_NOT_STORED');
}

/** Tells the provider if the card is kept by this payment, or was before. A wallet's card is neither. */
function credentialOf({ channel }: PaymentRow, rememberCard: boolean) {
  if (channel === 'VaultedCard') return 'subsequent';
  return rememberCard ? 'initial' : null;
}

/**
 * Tells if the card may be kept: an owner's new card, if the marina allows it (decision P2.47) and this provider keeps
 * the account's cards.
 */
async function mayKeep(
  { db, tenant, account, orderKey }: PayerContext,
  provider: PaymentProvider,
  { rememberCard, paymentChannel }: PayBody,
): Promise<boolean> {
  const { allowVaultPortal } = provider.publicConfig.config;
  if (orderKey || !rememberCard || paymentChannel !== 'Card' || !provider.vault || !allowVaultPortal) return false;
  return keepsCardsOf(db, tenant.id, account.siteId, provider);
}
