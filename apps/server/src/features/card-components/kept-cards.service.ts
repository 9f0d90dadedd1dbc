import { type KeptCard, mostKeptCards } from '@quayside/contract/cards/card-components.ts';
import { takeNumbers } from '../../db/sql/numbers.ts';
import type { AccountContext, PayerContext } from '../../http/context.ts';
import { CallError, notFound } from '../../http/errors.ts';
import type { KeptCard as CardOfProvider } from '../../providers/payments/card-components.ts';
import { auditCard, hasExpired, inOrderOfUse, todayAtSite } from '../cards/cards.exports.ts';
import { findComponentProvider } from '../payments/payments.exports.ts';
import { presentKeptCard } from './kept-cards.presenter.ts';
import {
  type CardsKey,
  deleteKeptCardRow,
  findCardToPayWith,
  insertKeptCard,
  keptCardsOf,
  lockAccountsCards,
} from './kept-cards.queries.ts';

/** Returns the account's kept cards at its site's provider; none if the site has no such provider. */
export async function listKeptCardsOf(ctx: AccountContext): Promise<KeptCard[]> {
  const key = await keyOfSite(ctx);
  if (!key) return [];
  const rows = await keptCardsOf(ctx.db, ctx.tenant.id, key);
  const today = await todayAtSite(ctx);
  return inOrderOfUse(rows.map((row) => presentKeptCard(row, today)));
}

/** Deletes a kept card. @throws CallError NOT_FOUND, for somebody else's too */
export async function forgetCard(ctx: AccountContext, id: number): Promise<KeptCard[]> {
  const key = await keyOfSite(ctx);
  if (!key) throw notFound();
  await ctx.db.transaction().execute(async (trx) => {
    if (!(await deleteKeptCardRow(trx, ctx.tenant.id, key, id))) throw notFound();
    await auditCard(ctx, 'card.deleted', { cardId: String(id), provider: key.provider_key }, trx);
  });
  return listKeptCardsOf(ctx);
}

/**
 * Returns the token that a kept card pays with; null if no card was chosen. DANGER: a secret, for the provider alone.
 * @throws CallError CARD_NOT_STORED if it isn't the account's (any more), CARD_EXPIRED
 */
export async function permanentTokenOf(ctx: PayerContext, key: CardsKey, id: number | null): Promise<string | null> {
  if (id === null) return null;
  const card = await findCardToPayWith(ctx.db, ctx.tenant.id, key, id);
  if (!card) throw new CallError('CARD_NOT_STORED');
  const expiry = { month: card.expiry_month, year: card.expiry_year };
  if (hasExpired(expiry, await todayAtSite(ctx))) throw new CallError('CARD_EXPIRED');
  return card.permanent_token;
}

/** Tells if one more card can be kept (decision P2.44). */
export async function hasRoom({ db, tenant }: Pick<PayerContext, 'db' | 'tenant'>, key: CardsKey): Promise<boolean> {
  return (await keptCardsOf(db, tenant.id, key)).length < mostKeptCards;
}

export interface Naming {
  holderName: string;
  nickName: string;
}

/**
 * Stores a card that the provider keeps. If two payments compete for the last place, one gets it (decision P2.44).
 * @returns true if there was room, and the account is still open
 */
export async function storeKeptCard(
  ctx: PayerContext,
  key: CardsKey,
  card: CardOfProvider,
  { holderName, nickName }: Naming,
): Promise<boolean> {
  const { db, tenant, clock } = ctx;
  return db.transaction().execute(async (trx) => {
    // The customer may have been erased since they paid, and nobody would erase the card.
    if (!(await lockAccountsCards(trx, tenant.id, key.account_id))) return false;
    if (!(await hasRoom({ db: trx, tenant }, key))) return false;
    const row = {
      ...key,
      permanent_token: card.permanentToken,
      card_type: card.cardType,
      last_digits: card.lastDigits,
      expiry_month: card.cardExpiry.month,
      expiry_year: card.cardExpiry.year,
      holder_name: holderName,
      nick_name: nickName,
      created_at: clock.now(),
    };
    const id = await takeNumbers(trx, tenant.id, 'component-card');
    const stored = await insertKeptCard(trx, tenant.id, { ...row, id });
    if (stored === id) await auditCard(ctx, 'card.kept', { cardId: String(id), provider: key.provider_key }, trx);
    return true;
  });
}

async function keyOfSite({ db, tenant, account }: AccountContext): Promise<CardsKey | null> {
  const provider = await findComponentProvider(db, tenant.id, account.siteId);
  return provider && { account_id: account.id, provider_key: provider.key, provider_account: provider.account };
}
