import type { confirmCardComponents } from '@quayside/contract/cards/card-components.ts';
import type { ProcessedPayment } from '@quayside/contract/payments/payments.ts';
import type { z } from 'zod';
import type { PayerContext } from '../../http/context.ts';
import { CallError } from '../../http/errors.ts';
import type { CardComponents, ComponentCheck } from '../../providers/payments/card-components.ts';
import {
  asAttempt,
  charge,
  crashPoint,
  type Engine,
  isPaid,
  isWaiting,
  keepsCardsOf,
  outcomeOf,
  refusalColumns,
  providerOf,
} from '../payments/payments.exports.ts';
import {
  changeAttemptFrom,
  loadPayment,
  type PaymentRow,
  paymentById,
  showPayment,
} from '../payments/payments.service.ts';
import { cardsKeyOf, componentsOf } from './component-provider.rules.ts';
import { keepCardShortly } from './keep-card.service.ts';
import { hasRoom } from './kept-cards.service.ts';

type Confirmed = z.output<typeof confirmCardComponents.body>;

/**
 * Charges an attempt whose card was typed into the provider's fields. A repeated call returns the outcome and never
 * charges again.
 * @throws CallError PAYMENT_STATE if nothing was typed, AMOUNT_CHANGED, ORDER_NOT_PAYABLE, PROVIDER_UNAVAILABLE
 */
export async function confirmComponents(
  ctx: PayerContext & Engine,
  reference: string,
  body: Confirmed,
): Promise<ProcessedPayment> {
  const payment = await loadPayment(ctx, reference);
  if (!isWaiting(payment.state)) return showPayment(ctx, await outcomeOf(ctx, payment));
  if (payment.provider_reference === null) throw new CallError('PAYMENT_STATE');
  const components = await componentsOf(ctx, payment);
  const found = await askProvider(ctx, components, payment, body);
  const checked = await commit(ctx, payment, found);
  if (found.kind === 'declined' || !isWaiting(checked.state)) return showPayment(ctx, await outcomeOf(ctx, checked));
  const rememberCard = await mayKeep(ctx, payment, body);
  const charged = await charge(ctx, checked, {
    take: (attempt) => components.charge(attempt, { ...found.typed, keepCard: rememberCard }),
    from: 'authenticated',
    rememberCard,
    language: ctx.language,
  });
  if (rememberCard && charged.isOurs && isPaid(charged.payment.state)) {
    await keepCardShortly(ctx, { payment: charged.payment, components, naming: body });
    return showPayment(ctx, await paymentById(ctx, charged.payment.id));
  }
  return showPayment(ctx, charged.payment);
}

type Found = Extract<ComponentCheck, { kind: 'ready' | 'declined' }>;

/** Asks the provider if the bank accepted its customer. */
async function askProvider(
  ctx: PayerContext & Engine,
  components: CardComponents,
  payment: PaymentRow,
  { token }: Confirmed,
): Promise<Found> {
  const found = await components.check(asAttempt(payment, ctx), {
    token,
    isKeptCard: payment.channel === 'VaultedCard',
  });
  crashPoint('after-look-up-call');
  if (found.kind === 'incomplete') throw new CallError('PAYMENT_STATE');
  if (found.kind !== 'unavailable') return found;
  ctx.log.warn({ reason: found.reason }, 'the provider does not answer about its card fields');
  throw new CallError('PROVIDER_UNAVAILABLE');
}

function commit(ctx: Engine, payment: PaymentRow, found: Found): Promise<PaymentRow> {
  if (found.kind === 'ready')
    return changeAttemptFrom(ctx, payment.id, 'authenticating', { event: 'authenticationPassed' });
  return changeAttemptFrom(ctx, payment.id, 'authenticating', {
    event: 'authenticationFailed',
    changes: refusalColumns(found.refusal),
    detail: { code: found.refusal.code },
  });
}

/**
 * Tells if the card may be kept: an owner's new card, if the marina allows it, this provider keeps the account's cards,
 * and the customer has room (decisions P2.44, P2.47).
 */
async function mayKeep(ctx: PayerContext & Engine, payment: PaymentRow, { rememberCard }: Confirmed): Promise<boolean> {
  if (ctx.orderKey || !rememberCard || payment.channel !== 'Card') return false;
  const provider = await providerOf(ctx, payment);
  if (!provider.publicConfig.config.allowVaultPortal) return false;
  if (!(await keepsCardsOf(ctx.db, ctx.tenant.id, ctx.account.siteId, provider))) return false;
  return hasRoom(ctx, cardsKeyOf(payment));
}
