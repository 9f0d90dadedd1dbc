import { signInFromQuickPay } from '@quayside/contract/identity/identity.ts';
import {
  checkQuickPayRegistration,
  emailReceiptOfOrder,
  getCardVaultProfileByOrder,
  getQuickPayOrder,
  listQuickPayProviders,
  sendQuickPayRegistration,
} from '@quayside/contract/orders/quick-pay.ts';
import { keyRoute, publicRoute, type Route } from '../../http/route.ts';
import { presentSession } from '../identity/identity.exports.ts';
import { signInToAccount } from '../identity/identity.service.ts';
import { presentProviders } from '../payments/payments.exports.ts';
import {
  checkRegistration,
  listProviders,
  loadOwnProfile,
  sendReceipt,
  sendRegistration,
  viewByLink,
} from './quick-pay.service.ts';

/** The calls of pay links. @param decoy a hash that no password matches, made at boot */
export const quickPayRoutes = (decoy: string): Route[] => [
  keyRoute(getQuickPayOrder, async (ctx, { params }) => ({ order: await viewByLink(ctx, params.guid) })),
  keyRoute(listQuickPayProviders, async (ctx, { params, query }) => ({
    providers: presentProviders(ctx, await listProviders(ctx, params.siteId, query.orderGuid)),
  })),
  keyRoute(getCardVaultProfileByOrder, async (ctx, { params }) => ({
    profile: await loadOwnProfile(ctx, params.guid),
  })),
  publicRoute(signInFromQuickPay, async (ctx, { body }) => presentSession(await signInToAccount(ctx, body, decoy))),
  keyRoute(checkQuickPayRegistration, (ctx, { params }) => checkRegistration(ctx, params.guid)),
  keyRoute(sendQuickPayRegistration, (ctx, { params }) => sendRegistration(ctx, params.guid)),
  keyRoute(emailReceiptOfOrder, (ctx, { params }) => sendReceipt(ctx, params.guid)),
];
