import type { exchangeGooglePayToken } from '@quayside/contract/cards/wallets.ts';
import type { z } from 'zod';
import type { PayerContext } from '../../../http/context.ts';
import { cardProviderOf, type Engine, isWaiting } from '../../payments/payments.exports.ts';
import { showPayment } from '../../payments/payments.service.ts';
import { exchangeOnce, startByWallet, walletOf } from './wallet-attempts.service.ts';

type Answer = z.output<typeof exchangeGooglePayToken.answer>;

/** Stores an attempt and makes the provider take Google's token. Charges nothing. */
export async function takeGooglePayToken(
  ctx: PayerContext & Engine,
  body: z.output<typeof exchangeGooglePayToken.body>,
): Promise<Answer> {
  const started = await startByWallet(ctx, 'googlePay', body);
  if (!isWaiting(started.state)) return failed(await showPayment(ctx, started));
  const { exchange } = walletOf(await cardProviderOf(ctx, started), 'googlePay');
  const token = body.googlePayPaymentToken;
  const { payment, card } = await exchangeOnce(ctx, started, token, () => exchange(token));
  const shown = await showPayment(ctx, payment);
  if (!card) return failed(shown);
  const { paymentToken, cardBin, cardType, lastDigits, asksBank } = card;
  return {
    isSuccessful: true,
    outcome: asksBank ? 'challenge' : 'proceed',
    payment: shown,
    googlePayTokenResponse: { paymentToken, card: { cardBin, cardType, lastDigits } },
  };
}

const failed = (payment: Answer['payment']): Answer => ({
  isSuccessful: false,
  outcome: 'fail',
  payment,
  googlePayTokenResponse: null,
});
