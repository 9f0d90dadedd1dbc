import {
  cancelPayment,
  getPayment,
  listPaymentProviderMetadata,
  listPaymentProviders,
} from '@quayside/contract/payments/payments.ts';
import { notFound } from '../../http/errors.ts';
import { accountRoute, payerRoute, publicRoute, type Route, withForm } from '../../http/route.ts';
import { hasOrdersAt } from '../orders/orders.service.ts';
import { cancelAttempt } from './engine/give-up.service.ts';
import { paymentCallLimits as limits } from './engine/payment-limits.service.ts';
import { refreshAttempt } from './engine/refresh.service.ts';
import { cancelForm } from './pages/pay-link-forms.rules.ts';
import { loadPayment, showPayment } from './payments.service.ts';
import { presentProviderMetadata, presentProviders } from './providers/providers.presenter.ts';
import { lastProviderOf } from './providers/providers.queries.ts';
import { openProvidersOfTenant, openProvidersFor, takesCurrencyOf } from './providers/providers.service.ts';

/** The calls about payments. @param visibilityMs the longest time that a charge may stay invisible at a provider */
export function paymentRoutes(visibilityMs: number): Route[] {
  return [
    payerRoute(getPayment, async (ctx, { params }) => {
      const payment = await loadPayment(ctx, params.merchantRefNum);
      return showPayment(ctx, await refreshAttempt({ ...ctx, visibilityMs }, payment));
    }),
    withForm(
      payerRoute(
        cancelPayment,
        async (ctx, { params }) => {
          const payment = await loadPayment(ctx, params.ref);
          return showPayment(ctx, await cancelAttempt({ ...ctx, visibilityMs }, payment));
        },
        limits,
      ),
      cancelForm,
    ),
    accountRoute(listPaymentProviders, async (ctx, { params }) => {
      const { db, tenant, account } = ctx;
      const { siteId } = params;
      if (siteId !== account.siteId && !(await hasOrdersAt(db, tenant.id, account.id, siteId))) throw notFound();
      const providers = presentProviders(
        ctx,
        await openProvidersFor(db, tenant, { siteId, homeSiteId: account.siteId }),
      );
      const last = await lastProviderOf(db, tenant.id, account.id);
      return { providers, lastUsed: providers.find(({ key }) => key === last)?.key ?? null };
    }),
    publicRoute(listPaymentProviderMetadata, async (ctx) => {
      const { db, tenant } = ctx;
      const all = await openProvidersOfTenant(db, tenant.id);
      const providers = all.filter((provider) => takesCurrencyOf(tenant, provider));
      return { providers: presentProviderMetadata(ctx, providers) };
    }),
  ];
}
