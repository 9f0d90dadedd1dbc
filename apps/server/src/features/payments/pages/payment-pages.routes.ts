import {
  confirmExpressPayment,
  getExpressPayment,
  startExpressPayment,
  startQuickPayExpressPayment,
  receiveProviderEvent,
  startPagePayment,
  validateAccount,
} from '@quayside/contract/payments/payment-pages.ts';
import type { PayerContext } from '../../../http/context.ts';
import { accountRoute, hookRoute, payerRoute, type Route, withForm } from '../../../http/route.ts';
import { loadOrderId } from '../../orders/orders.service.ts';
import type { Engine } from '../engine/engine.types.ts';
import { paymentCallLimits as limits } from '../engine/payment-limits.service.ts';
import { refreshAttempt } from '../engine/refresh.service.ts';
import { loadExpressPayment, showPayment } from '../payments.service.ts';
import { deliveryLimit, receiveEvent } from '../providers/provider-events.service.ts';
import { captureAgreed } from './express.service.ts';
import { confirmExpressForm, startExpressForm, startPageForm } from './pay-link-forms.rules.ts';
import { fieldsToAskFor, payByExpress, payOnPage } from './start-page.service.ts';

/**
 * The calls of payments on providers' pages.
 * @param visibilityMs the longest time that a charge may stay invisible at a provider
 */
export function paymentPageRoutes(visibilityMs: number): Route[] {
  return [
    payerRoute(validateAccount, async (ctx, { params, query }) => ({
      missingFields: await fieldsToAskFor(ctx, params.providerKey, query.siteId),
    })),
    withForm(
      payerRoute(
        startPagePayment,
        async (ctx, { body }) => showPayment(ctx, await payOnPage({ ...ctx, visibilityMs }, body)),
        limits,
      ),
      startPageForm,
    ),
    accountRoute(startExpressPayment, (ctx, { body }) => startExpress({ ...ctx, visibilityMs }, body), limits),
    withForm(
      payerRoute(
        startQuickPayExpressPayment,
        async (ctx, { body: { orderGuid, ...request } }) => {
          const orderIds = [await loadOrderId(ctx, orderGuid)];
          return startExpress({ ...ctx, visibilityMs }, { ...request, orderIds });
        },
        limits,
      ),
      startExpressForm,
    ),
    withForm(
      payerRoute(
        confirmExpressPayment,
        async (ctx, { body }) => {
          const payment = await loadExpressPayment(ctx, body.token);
          return showPayment(ctx, await captureAgreed({ ...ctx, visibilityMs }, payment, ctx.language));
        },
        limits,
      ),
      confirmExpressForm,
    ),
    payerRoute(getExpressPayment, async (ctx, { params }) => {
      const payment = await loadExpressPayment(ctx, params.reference);
      return showPayment(ctx, await refreshAttempt({ ...ctx, visibilityMs }, payment));
    }),
    hookRoute(
      receiveProviderEvent,
      async (ctx, { params }, { body, headers }) => {
        await receiveEvent(ctx, params.provider, { body, headers, now: ctx.clock.now() });
        return {};
      },
      [deliveryLimit],
    ),
  ];
}

async function startExpress(ctx: PayerContext & Engine, request: Parameters<typeof payByExpress>[1]) {
  const started = await payByExpress(ctx, request);
  const payment = await showPayment(ctx, started);
  return { payment, redirectUrl: payment.redirectUrl, token: payment.redirectUrl && started.provider_reference };
}
