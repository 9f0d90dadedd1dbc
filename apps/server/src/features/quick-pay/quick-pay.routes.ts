import { getCardVaultProfileByOrder, getQuickPayOrder, listQuickPayProviders } from '@quayside/contract/quick-pay.ts';
import { keyRoute, type Route } from '../../http/route.ts';
import { presentProvider } from '../payments/providers.presenter.ts';
import { listProviders, loadOwnProfile, viewByLink } from './quick-pay.service.ts';

export const quickPayRoutes: readonly Route[] = [
  keyRoute(getQuickPayOrder, async (ctx, { params }) => ({ order: await viewByLink(ctx, params.guid) })),
  keyRoute(listQuickPayProviders, async (ctx, { params, query }) => ({
    providers: (await listProviders(ctx, params.siteId, query.orderGuid)).map(presentProvider),
  })),
  keyRoute(getCardVaultProfileByOrder, async (ctx, { params }) => ({
    profile: await loadOwnProfile(ctx, params.guid),
  })),
];
