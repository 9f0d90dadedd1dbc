import {
  confirmCardComponents,
  deleteKeptCard,
  listKeptCards,
  openCardComponents,
} from '@quayside/contract/cards/card-components.ts';
import { accountRoute, payerRoute, type Route } from '../../http/route.ts';
import { paymentCallLimits as limits } from '../payments/payments.exports.ts';
import { confirmComponents } from './confirm-components.service.ts';
import { forgetCard, listKeptCardsOf } from './kept-cards.service.ts';
import { openComponents } from './open-components.service.ts';

/** The calls of card components. @param visibilityMs the longest time that a charge may stay invisible at a provider */
export function cardComponentRoutes(visibilityMs: number): Route[] {
  return [
    payerRoute(openCardComponents, (ctx, { body }) => openComponents({ ...ctx, visibilityMs }, body), limits),
    payerRoute(
      confirmCardComponents,
      (ctx, { params, body }) => confirmComponents({ ...ctx, visibilityMs }, params.ref, body),
      limits,
    ),
    accountRoute(listKeptCards, async (ctx) => ({ cards: await listKeptCardsOf(ctx) })),
    accountRoute(deleteKeptCard, async (ctx, { params }) => ({ cards: await forgetCard(ctx, params.id) })),
  ];
}
