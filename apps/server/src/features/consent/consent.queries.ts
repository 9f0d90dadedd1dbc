import { sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';

export interface ConsentRow {
  id: number;
  descriptions: Record<string, string>;
  /** null: never asked. */
  granted: boolean | null;
  /** True if customers are asked no more. */
  is_retired: boolean;
}

/**
 * Returns every consent group, retired ones too, with an account's latest choice. An import may add older choices
 * later.
 */
export async function listConsentRows(db: TenantDb, tenantId: number, accountId: number): Promise<ConsentRow[]> {
  const { rows } = await sql<ConsentRow>`
    select g.id, g.descriptions, c.granted, g.retired_at is not null as is_retired
    from consent_groups g
    left join lateral (
      select granted from consents
      where tenant_id = g.tenant_id and account_id = ${accountId} and consent_group_id = g.id
      order by recorded_at desc, sequence desc limit 1
    ) c on true
    where g.tenant_id = ${tenantId}
    order by g.position, g.id`.execute(db);
  return rows;
}

export interface ConsentRecord {
  accountId: number;
  groupId: number;
  granted: boolean;
  source: string;
  emailMessageId: string | null;
}

/**
 * Adds a choice to an account's earlier ones, and after them: the time of one that was made elsewhere may be to come,
 * and must not outlast this choice. The account's row must be locked, because the sequence has no gaps.
 */
export async function insertConsent(trx: TenantDb, tenantId: number, record: ConsentRecord, now: Date): Promise<void> {
  const { accountId, groupId, granted, source, emailMessageId } = record;
  await sql`
    insert into consents
      (tenant_id, account_id, consent_group_id, sequence, granted, source, email_message_id, recorded_at)
    select ${tenantId}::int, ${accountId}::int, ${groupId}::int, coalesce(max(sequence), 0) + 1,
      ${granted}::boolean, ${source}::text, ${emailMessageId}::text,
      greatest(${now}::timestamptz, max(recorded_at) + interval '1 ms')
    from consents
    where tenant_id = ${tenantId} and account_id = ${accountId} and consent_group_id = ${groupId}`.execute(trx);
}
