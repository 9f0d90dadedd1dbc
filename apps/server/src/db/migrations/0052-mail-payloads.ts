import { type Kysely, sql } from 'kysely';

/**
 * Puts the ids that a mail is about into one payload, whose shape its kind declares. Mails that wait to be sent keep
 * what they are about.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table mails add column payload jsonb not null default '{}'`.execute(db);
  // Row security is lifted meanwhile, because it binds the owner too.
  await sql`alter table mails no force row level security`.execute(db);
  await sql`
    update mails set payload = jsonb_strip_nulls(jsonb_build_object(
      'paymentId', payment_id, 'accountId', account_id, 'contactMessageId', contact_message_id, 'loginId', login_id,
      'paymentAlertId', payment_alert_id, 'agreementId', agreement_id, 'estimateId', estimate_id,
      'orderId', order_id))`.execute(db);
  await sql`update mails set account_id = null where consent_group_id is null`.execute(db);
  await sql`alter table mails force row level security`.execute(db);
  await sql`
    alter table mails
      drop column payment_id, drop column contact_message_id, drop column login_id, drop column payment_alert_id,
      drop column agreement_id, drop column estimate_id, drop column order_id,
      alter column payload drop default`.execute(db);
  await sql`create index on mails (tenant_id, created_at) where kind = 'payment-alert'`.execute(db);
}
