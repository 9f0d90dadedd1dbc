import { exchangeGooglePayToken, openApplePaySession, payByApplePay } from '@quayside/contract/cards/wallets.ts';
import { payerRoute, type Route } from '../../../http/route.ts';
import { paymentCallLimits as limits } from '../../payments/payments.exports.ts';
import { openSession, payByWalletOfApple } from './apple-pay.service.ts';
import { takeGooglePayToken } from './google-pay.service.ts';

/** The calls of wallets. @param visibilityMs the longest time that a charge may stay invisible at a provider */
export function walletRoutes(visibilityMs: number): Route[] {
  return [
    payerRoute(exchangeGooglePayToken, (ctx, { body }) => takeGooglePayToken({ ...ctx, visibilityMs }, body), limits),
    payerRoute(
      openApplePaySession,
      async (ctx, { body }) => ({ merchantSession: await openSession(ctx, body) }),
      limits,
    ),
    payerRoute(payByApplePay, (ctx, { body }) => payByWalletOfApple({ ...ctx, visibilityMs }, body), limits),
  ];
}
