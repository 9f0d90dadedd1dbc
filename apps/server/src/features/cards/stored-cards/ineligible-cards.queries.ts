import type { TenantDb } from '../../../db/client.ts';

export type IneligibleCardRow = Awaited<ReturnType<typeof ineligibleCardsOfAccount>>[number];

/** Returns the cards, the newest first. */
export async function ineligibleCardsOfAccount(db: TenantDb, tenantId: number, accountId: number) {
  return db
    .selectFrom('ineligible_cards')
    .select([
      'id',
      'provider_key',
      'card_type',
      'last_digits',
      'expiry_month',
      'expiry_year',
      'holder_name',
      'nick_name',
      'reason',
    ])
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** A card by its number, with its account. */
interface OwnCard {
  id: number;
  accountId: number;
}

export async function findIneligibleRow(db: TenantDb, tenantId: number, { id, accountId }: OwnCard): Promise<boolean> {
  const row = await db
    .selectFrom('ineligible_cards')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Removes a card. Its row stays without its details, so that the office's next file does not bring it back.
 * @returns its provider; null if there was no such card
 */
export async function removeIneligibleRow(
  db: TenantDb,
  tenantId: number,
  { id, accountId }: OwnCard,
  now: Date,
): Promise<string | null> {
  const row = await db
    .updateTable('ineligible_cards')
    .set({ removed_at: now, last_digits: '', holder_name: '', nick_name: '' })
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .returning('provider_key')
    .executeTakeFirst();
  return row?.provider_key ?? null;
}
