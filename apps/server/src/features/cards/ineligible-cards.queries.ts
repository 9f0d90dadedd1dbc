import type { TenantDb } from '../../db/client.ts';

export type IneligibleCardRow = Awaited<ReturnType<typeof ineligibleCardsOfAccount>>[number];

/** The newest first. */
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
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}
