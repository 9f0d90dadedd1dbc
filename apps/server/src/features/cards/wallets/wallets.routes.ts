import { exchangeGooglePayToken, openApplePaySession, payByApplePay } from '@quayside/contract/wallets.ts';
import { payerRoute, type Route } from '../../../http/route.ts';
import { requireRecentAuthentication } from '../../identity/identity.face.ts';
import { limitPaymentCalls } from '../../payments/payments.face.ts';
import { openSession, payByWalletOfApple } from './apple-pay.service.ts';
import { takeGooglePayToken } from './google-pay.service.ts';

/** The calls of wallets. @param visibilityMs the longest time that a charge may stay invisible at a provider */
export function walletRoutes(visibilityMs: number): Route[] {
  return [
    payerRoute(exchangeGooglePayToken, async (ctx, { body }) => {
      await limitPaymentCalls(ctx);
      requireRecentAuthentication(ctx);
      return takeGooglePayToken({ ...ctx, visibilityMs }, body);
    }),
    payerRoute(openApplePaySession, async (ctx, { body }) => {
      await limitPaymentCalls(ctx);
      // Checked before the sheet opens, because nobody can enter a password behind it.
      requireRecentAuthentication(ctx);
      return { merchantSession: await openSession(ctx, body) };
    }),
    payerRoute(payByApplePay, async (ctx, { body }) => {
      await limitPaymentCalls(ctx);
      requireRecentAuthentication(ctx);
      return payByWalletOfApple({ ...ctx, visibilityMs }, body);
    }),
  ];
}
