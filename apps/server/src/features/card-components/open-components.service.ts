import type { openCardComponents } from '@quayside/contract/cards/card-components.ts';
import { majorToMinor } from '@quayside/contract/shared/money.ts';
import type { ProcessedPayment } from '@quayside/contract/payments/payments.ts';
import type { z } from 'zod';
import type { PayerContext } from '../../http/context.ts';
import { CallError } from '../../http/errors.ts';
import type { CardComponents, ComponentOrder } from '../../providers/payments/card-components.ts';
import { ProviderFault, type Refusal } from '../../providers/payments/payment-attempt.ts';
import { loadAccount } from '../account/account.service.ts';
import {
  asAttempt,
  crashPoint,
  type Engine,
  findComponentProvider,
  noteRefusal,
  startPayment,
} from '../payments/payments.exports.ts';
import { changeAttempt, changeAttemptFrom, type PaymentRow, showPayment } from '../payments/payments.service.ts';
import { cardsKeyOf, componentsOf } from './component-provider.rules.ts';
import { permanentTokenOf } from './kept-cards.service.ts';

type OpenComponentsBody = z.output<typeof openCardComponents.body>;

/**
 * Stores an attempt, makes the provider open a request for it, and returns the token that opens the fields in this
 * browser. Charges nothing.
 * @throws CallError of `startPayment`, PROVIDER_UNAVAILABLE, CARD_NOT_STORED for a card of somebody else
 */
export async function openComponents(
  ctx: PayerContext & Engine,
  body: OpenComponentsBody,
): Promise<{ payment: ProcessedPayment; fieldToken: string | null }> {
  refuseWrongSums(ctx, body);
  const keptCardId = body.paymentMethod?.keptCardId ?? null;
  // A pay link offers no kept cards (decision S2).
  if (ctx.orderKey && keptCardId !== null)
    throw new CallError('INVALID_REQUEST', { values: { field: 'paymentMethod' } });
  const payment = await startPayment(ctx, {
    payer: ctx,
    orderIds: body.ordersToPay.map(({ orderId }) => orderId),
    amount: body.amount,
    partialAmounts: body.partialAmounts,
    channel: keptCardId === null ? 'Card' : 'VaultedCard',
    ...(keptCardId === null ? {} : { instrument: `kept card ${keptCardId}` }),
    idempotencyKey: ctx.request.idempotencyKey,
    language: ctx.language,
    chooseProvider: (db, siteId) => chooseProvider({ ...ctx, db }, siteId, body.providerKey, keptCardId),
  });
  if (payment.state !== 'created' && payment.state !== 'authenticating')
    return { payment: await showPayment(ctx, payment), fieldToken: null };
  const components = await componentsOf(ctx, payment);
  const opened = payment.provider_reference === null ? await open(ctx, components, payment, body) : payment;
  if (opened.state !== 'authenticating') return { payment: await showPayment(ctx, opened), fieldToken: null };
  return { payment: await showPayment(ctx, opened), fieldToken: await fieldTokenOf(ctx, components, opened) };
}

/** Chooses a provider of the site, which must be the one that the kept card can pay to. */
async function chooseProvider(
  ctx: PayerContext,
  siteId: number,
  wanted: string | undefined,
  keptCardId: number | null,
) {
  const provider = await findComponentProvider(ctx.db, ctx.tenant.id, siteId, wanted);
  const { key: provider_key, account: provider_account } = provider ?? { key: '', account: '' };
  await permanentTokenOf(ctx, { account_id: ctx.account.id, provider_key, provider_account }, keptCardId);
  return provider;
}

/** Refuses parts that don't add up to the whole, in the marina's currency. The engine checks the amount itself. */
function refuseWrongSums({ tenant }: PayerContext, { amount, currency, ordersToPay }: OpenComponentsBody): void {
  const { isoCurrencyCode, currencyDecimalPlaces: places } = tenant.settings.culture;
  const parts = ordersToPay.map((order) => majorToMinor(order.amount, places));
  const sum = parts.reduce<number>((total, part) => total + (part ?? Number.NaN), 0);
  const field = currency === isoCurrencyCode ? 'ordersToPay' : 'currency';
  if (currency !== isoCurrencyCode || sum !== majorToMinor(amount, places))
    throw new CallError('INVALID_REQUEST', { values: { field } });
}

async function open(
  ctx: PayerContext & Engine,
  components: CardComponents,
  payment: PaymentRow,
  body: OpenComponentsBody,
): Promise<PaymentRow> {
  const order = await orderOf(ctx, payment, body);
  crashPoint('before-authenticate-call');
  const opening = await components.openRequest(asAttempt(payment, ctx), order);
  crashPoint('after-authenticate-call');
  if (opening.kind === 'unavailable') {
    // Nothing was charged, so the customer may simply try again.
    ctx.log.warn({ reason: opening.reason }, 'the provider opens no payment request');
    throw new CallError('PROVIDER_UNAVAILABLE');
  }
  if (opening.kind === 'declined') return refuse(ctx, payment, opening.refusal);
  const { providerReference } = opening;
  const opened = await changeAttemptFrom(ctx, payment.id, 'created', {
    event: 'authenticationStarted',
    changes: { provider_reference: providerReference },
    detail: { providerReference },
  });
  crashPoint('after-authenticate-commit');
  return opened;
}

async function orderOf(
  ctx: PayerContext,
  payment: PaymentRow,
  { customerInfo, paymentMethod }: OpenComponentsBody,
): Promise<ComponentOrder> {
  const account = await loadAccount(ctx, ctx.account.id);
  const { firstName, lastName, email, phone, billingAddress = null } = customerInfo ?? {};
  return {
    customerReference: account.guid,
    payer: {
      firstName: firstName || account.firstname,
      lastName: lastName || account.lastname,
      email: email || account.email,
      phone: phone || account.mobile || account.phone,
    },
    billing: billingAddress,
    permanentToken: await permanentTokenOf(ctx, cardsKeyOf(payment), paymentMethod?.keptCardId ?? null),
  };
}

function refuse(ctx: Engine, payment: PaymentRow, refusal: Refusal): Promise<PaymentRow> {
  return changeAttempt(ctx, payment.id, async (trx) => {
    const changes = await noteRefusal(trx, ctx, payment, refusal);
    return { event: 'failureReported', changes, detail: { code: refusal.code } };
  });
}

async function fieldTokenOf(ctx: Engine, components: CardComponents, payment: PaymentRow): Promise<string> {
  try {
    return await components.openFields(asAttempt(payment, ctx));
  } catch (error) {
    if (!(error instanceof ProviderFault)) throw error;
    ctx.log.warn({ reason: error.message }, 'the provider opens no card fields');
    throw new CallError('PROVIDER_UNAVAILABLE');
  }
}
