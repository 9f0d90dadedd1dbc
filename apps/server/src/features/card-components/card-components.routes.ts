import {
  confirmCardComponents,
  deleteKeptCard,
  listKeptCards,
  openCardComponents,
} from '@quayside/contract/card-components.ts';
import { accountRoute, payerRoute, type Route } from '../../http/route.ts';
import { requireRecentAuthentication } from '../identity/identity.face.ts';
import { limitPaymentCalls } from '../payments/payments.face.ts';
import { confirmComponents } from './confirm-components.service.ts';
import { forgetCard, listKeptCardsOf } from './kept-cards.service.ts';
import { openComponents } from './open-components.service.ts';

/** The calls of card components. @param visibilityMs the longest time that a charge may stay invisible at a provider */
export function cardComponentRoutes(visibilityMs: number): Route[] {
  return [
    payerRoute(openCardComponents, async (ctx, { body }) => {
      await limitPaymentCalls(ctx);
      requireRecentAuthentication(ctx);
      return openComponents({ ...ctx, visibilityMs }, body);
    }),
    payerRoute(confirmCardComponents, async (ctx, { params, body }) => {
      await limitPaymentCalls(ctx);
      return confirmComponents({ ...ctx, visibilityMs }, params.ref, body);
    }),
    accountRoute(listKeptCards, async (ctx) => ({ cards: await listKeptCardsOf(ctx) })),
    accountRoute(deleteKeptCard, async (ctx, { params }) => ({ cards: await forgetCard(ctx, params.id) })),
  ];
}
