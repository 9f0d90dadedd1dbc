import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { type StoredCard, findCard, listCards } from './cards.ts';
import { newPaymentToken } from './payment-token.ts';

/** The lifetime of a customer's token and of its card tokens, in seconds. */
export const customerTokenLifeSeconds = 899;

/** A token that represents a customer and their cards in one browser, without permanent tokens. */
export interface CustomerToken {
  readonly id: string;
  readonly singleUseCustomerToken: string;
  /** Each card of the profile, with its token. */
  readonly cards: readonly { readonly card: StoredCard; readonly paymentToken: string }[];
}

interface Owner {
  readonly serverKey: string;
  readonly profileId: string;
}

export function createCustomerToken(database: DatabaseSync, { serverKey, profileId }: Owner, now: number) {
  const cards = listCards(database, profileId).map((card) => ({ card, paymentToken: newPaymentToken('C') }));
  const made: CustomerToken = { id: randomUUID(), singleUseCustomerToken: newPaymentToken('SP'), cards };
  database
    .prepare(
      `insert into single_use_customer_token (id, server_key, profile_id, token, expires_at, cards)
       values (?, ?, ?, ?, ?, ?)`,
    )
    .run(
      made.id,
      serverKey,
      profileId,
      made.singleUseCustomerToken,
      now + customerTokenLifeSeconds * 1000,
      JSON.stringify(Object.fromEntries(cards.map(({ card, paymentToken }) => [paymentToken, card.id]))),
    );
  return made;
}

/** The card that two tokens name together, or the wrong field and its problem. */
export type RedeemedTokens =
  | { readonly card: StoredCard }
  | { readonly field: 'singleUseCustomerToken' | 'paymentTokenFrom'; readonly problem: string };

/** Spends a customer's token on one of its cards. */
export function redeemCustomerToken(
  database: DatabaseSync,
  serverKey: string,
  tokens: { readonly singleUseCustomerToken: string; readonly paymentTokenFrom: string },
  now: number,
): RedeemedTokens {
  const row = database
    .prepare('select * from single_use_customer_token where token = ? and server_key = ?')
    .get(tokens.singleUseCustomerToken, serverKey);
  const wrongCustomer = (problem: string) => ({ field: 'singleUseCustomerToken', problem }) as const;
  if (row === undefined) return wrongCustomer('Unknown single-use customer token');
  if (row['used_at'] !== null) return wrongCustomer('The single-use customer token has already been used');
  if (now >= Number(row['expires_at'])) return wrongCustomer('The single-use customer token has expired');
  const cardIds = JSON.parse(String(row['cards'])) as Record<string, string>;
  const cardId = cardIds[tokens.paymentTokenFrom];
  const card = cardId === undefined ? undefined : findCard(database, String(row['profile_id']), cardId);
  if (card === undefined) return { field: 'paymentTokenFrom', problem: 'Not a token of this customer' };
  database.prepare('update single_use_customer_token set used_at = ? where id = ?').run(now, row['id'] ?? null);
  return { card };
}
