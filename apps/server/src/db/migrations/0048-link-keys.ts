import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table agreements
      -- names it at a pay link, which may be forwarded and must not reveal its owner
      add column pay_link_guid uuid not null default gen_random_uuid(),
      add unique (tenant_id, pay_link_guid)`.execute(db);
  await sql`
    alter table accounts
      -- opens its consents; only the links of consent mails carry it
      add column consent_key uuid not null default gen_random_uuid(),
      add unique (tenant_id, consent_key)`.execute(db);
}
