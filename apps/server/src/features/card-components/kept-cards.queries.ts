import type { TenantDb } from '../../db/client.ts';

/** The owner of cards, and the provider's account that they can pay to. */
export interface CardsKey {
  account_id: number;
  provider_key: string;
  provider_account: string;
}

export type KeptCardRow = Awaited<ReturnType<typeof keptCardsOf>>[number];

/** Returns the kept cards without their tokens, the newest first. */
export async function keptCardsOf(db: TenantDb, tenantId: number, key: CardsKey) {
  return db
    .selectFrom('component_cards')
    .select(['id', 'card_type', 'last_digits', 'expiry_month', 'expiry_year', 'holder_name', 'nick_name'])
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', key.account_id)
    .where('provider_key', '=', key.provider_key)
    .where('provider_account', '=', key.provider_account)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Returns a kept card's token and expiry. DANGER: never for a browser. */
export async function findCardToPayWith(db: TenantDb, tenantId: number, key: CardsKey, id: number) {
  return db
    .selectFrom('component_cards')
    .select(['permanent_token', 'expiry_month', 'expiry_year'])
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', key.account_id)
    .where('provider_key', '=', key.provider_key)
    .where('provider_account', '=', key.provider_account)
    .where('id', '=', id)
    .executeTakeFirst();
}

export interface NewKeptCard extends CardsKey {
  id: number;
  permanent_token: string;
  card_type: string;
  last_digits: string;
  expiry_month: number;
  expiry_year: number;
  holder_name: string;
  nick_name: string;
  created_at: Date;
}

/**
 * Locks the account until the transaction ends, so that nobody else keeps a card of it. Its other rows can still
 * change.
 * @returns false if it is closed, as an erased one is
 */
export async function lockAccountsCards(trx: TenantDb, tenantId: number, accountId: number): Promise<boolean> {
  const account = await trx
    .selectFrom('accounts')
    .select('closed_at')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return account.closed_at === null;
}

/** Stores a kept card. If it is kept already, the latest details count. @returns its number */
export async function insertKeptCard(trx: TenantDb, tenantId: number, card: NewKeptCard): Promise<number> {
  const { card_type, last_digits, expiry_month, expiry_year, holder_name, nick_name } = card;
  const { id } = await trx
    .insertInto('component_cards')
    .values({ ...card, tenant_id: tenantId })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'account_id', 'provider_key', 'provider_account', 'permanent_token'])
        .doUpdateSet({ card_type, last_digits, expiry_month, expiry_year, holder_name, nick_name }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Deletes a kept card. @returns true if it was there */
export async function deleteKeptCardRow(db: TenantDb, tenantId: number, key: CardsKey, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('component_cards')
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', key.account_id)
    .where('provider_key', '=', key.provider_key)
    .where('provider_account', '=', key.provider_account)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
