import type { openApplePaySession, payByApplePay } from '@quayside/contract/cards/wallets.ts';
import type { ProcessedPayment } from '@quayside/contract/payments/payments.ts';
import type { z } from 'zod';
import type { PayerContext } from '../../../http/context.ts';
import { CallError, notFound } from '../../../http/errors.ts';
import { loadAccount } from '../../account/account.service.ts';
import { hasOrdersAt } from '../../orders/orders.service.ts';
import {
  cardProviderOf,
  charge,
  type Engine,
  findWalletProvider,
  isWaiting,
  outcomeOf,
} from '../../payments/payments.exports.ts';
import { showPayment } from '../../payments/payments.service.ts';
import { exchangeOnce, startByWallet, walletOf } from './wallet-attempts.service.ts';

/**
 * Asks Apple for the session that lets one browser open its sheet.
 * @throws CallError NOT_FOUND, INVALID_REQUEST, PROVIDER_UNAVAILABLE
 */
export async function openSession(
  ctx: PayerContext,
  { siteId, validationUrl }: z.output<typeof openApplePaySession.body>,
): Promise<Record<string, unknown>> {
  if (!(await paysAt(ctx, siteId))) throw notFound();
  const provider = await findWalletProvider(ctx.db, ctx.tenant, { siteId, wallet: 'applePay' });
  if (!provider?.wallets?.applePay) throw notFound();
  const domain = new URL(ctx.request.origin).hostname;
  const opening = await provider.wallets.applePay.openSession({ validationUrl, displayName: ctx.tenant.name, domain });
  switch (opening.kind) {
    case 'opened':
      return opening.session;
    case 'foreign':
      ctx.log.warn('a browser wants a merchant session from an address that is none of Apple’s');
      throw new CallError('INVALID_REQUEST', { values: { field: 'validationUrl' } });
    case 'unavailable':
      ctx.log.warn({ reason: opening.reason }, 'Apple Pay opens no merchant session');
      throw new CallError('PROVIDER_UNAVAILABLE');
  }
}

/** Tells if the payer may have orders at a site. A payer by a link has only the orders that it opened. */
async function paysAt({ db, tenant, account, orderKey }: PayerContext, siteId: number): Promise<boolean> {
  if (orderKey) return orderKey.orders.some((order) => order.siteId === siteId);
  return siteId === account.siteId || hasOrdersAt(db, tenant.id, account.id, siteId);
}

/**
 * Stores an attempt, makes the provider take Apple's token, and charges. A repeated call returns the outcome and
 * never charges again.
 * @throws CallError of `startPayment`
 */
export async function payByWalletOfApple(
  ctx: PayerContext & Engine,
  body: z.output<typeof payByApplePay.body>,
): Promise<ProcessedPayment> {
  const started = await startByWallet(ctx, 'applePay', body);
  if (!isWaiting(started.state)) return showPayment(ctx, await outcomeOf(ctx, started));
  const provider = await cardProviderOf(ctx, started);
  const { exchange } = walletOf(provider, 'applePay');
  const account = await loadAccount(ctx, ctx.account.id);
  const { payment, card } = await exchangeOnce(ctx, started, body.token, () => exchange(body.token));
  // Apple's sheet has no way to ask a bank, so such a card does not pay.
  if (!card || card.asksBank) return showPayment(ctx, payment);
  const charged = await charge(ctx, payment, {
    take: (attempt) =>
      provider.charge(attempt, {
        paymentToken: card.paymentToken,
        proof: null,
        payer: { firstName: account.firstname, lastName: account.lastname, email: account.email },
        billing: body.address ?? null,
        ip: ctx.request.ip,
        credential: null,
      }),
    from: 'authenticated',
    rememberCard: false,
    language: ctx.language,
  });
  return showPayment(ctx, charged.payment);
}
