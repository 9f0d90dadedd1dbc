import {
  authenticateCard,
  createCardPayment,
  getCardVaultProfile,
  listIneligibleCards,
  lookUpCardAuthentication,
  payByCard,
  reportFailedCardPayment,
} from '@quayside/contract/cards/cards.ts';
import { enrollCard, takeBankAnswer } from '@quayside/contract/cards/three-d-secure-1.ts';
import { accountRoute, keyRoute, payerRoute, type Route } from '../../http/route.ts';
import {
  findVaultProvider,
  paymentCallLimits as limits,
  reportFailure,
  startPayment,
} from '../payments/payments.exports.ts';
import { loadPayment, showPayment } from '../payments/payments.service.ts';
import { CallError } from '../../http/errors.ts';
import type { PayerContext } from '../../http/context.ts';
import { authenticate, lookUpAuthentication } from './three-d-secure/authentications.service.ts';
import { enroll, takeAnswer } from './three-d-secure/enrollments.service.ts';
import { showIneligible } from './stored-cards/ineligible-cards.service.ts';
import { chargeByCard } from './pay-by-card.service.ts';
import { mintTokens } from './stored-cards/stored-card-tokens.service.ts';
import { loadProfile } from './vault.service.ts';

/** The calls of card payments. @param visibilityMs the longest time that a charge may stay invisible at a provider */
export function cardRoutes(visibilityMs: number): Route[] {
  return [
    accountRoute(getCardVaultProfile, async (ctx) => ({ profile: await loadProfile(ctx) })),
    accountRoute(listIneligibleCards, async (ctx) => ({ cards: await showIneligible(ctx) })),
    payerRoute(
      createCardPayment,
      async (ctx, { body }) => {
        const { paymentChannel, cardId = null } = body;
        refuseStoredCards(ctx, paymentChannel);
        if ((paymentChannel === 'VaultedCard') !== (cardId !== null))
          throw new CallError('INVALID_REQUEST', { values: { field: 'cardId' } });
        const payment = await startPayment(
          { ...ctx, visibilityMs },
          {
            payer: ctx,
            orderIds: body.orderIds,
            amount: body.amount,
            partialAmounts: body.partialAmounts,
            channel: paymentChannel,
            ...(cardId !== null && { instrument: cardId }),
            idempotencyKey: ctx.request.idempotencyKey,
            language: ctx.language,
            chooseProvider: (db, siteId) => findVaultProvider(db, ctx.tenant.id, siteId, body.providerKey),
          },
        );
        const storedCard = cardId === null ? null : await mintTokens({ ...ctx, visibilityMs }, payment, cardId);
        return { ...(await showPayment(ctx, payment)), storedCard };
      },
      limits,
    ),
    payerRoute(authenticateCard, (ctx, { body }) => authenticate({ ...ctx, visibilityMs }, body)),
    payerRoute(lookUpCardAuthentication, (ctx, { body }) => lookUpAuthentication({ ...ctx, visibilityMs }, body)),
    payerRoute(enrollCard, (ctx, { body }) => enroll({ ...ctx, visibilityMs }, body)),
    keyRoute(takeBankAnswer, (ctx, { body }) => takeAnswer({ ...ctx, visibilityMs }, body)),
    payerRoute(payByCard, (ctx, { body }) => chargeByCard({ ...ctx, visibilityMs }, body), limits),
    payerRoute(
      reportFailedCardPayment,
      async (ctx, { body }) => {
        const payment = await loadPayment(ctx, body.merchantRef);
        const report = { code: body.errorCode, message: body.errorMessage };
        return showPayment(ctx, await reportFailure({ ...ctx, visibilityMs }, payment, report));
      },
      limits,
    ),
  ];
}

/** Refuses stored cards by a pay link (decision S2). */
function refuseStoredCards({ orderKey }: PayerContext, channel: string): void {
  if (orderKey && channel === 'VaultedCard')
    throw new CallError('INVALID_REQUEST', { values: { field: 'paymentChannel' } });
}
