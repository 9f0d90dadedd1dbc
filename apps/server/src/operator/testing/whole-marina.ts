import { sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';

/**
 * Inserts a row of each kind that the demo has none of, so that an export has something of every table. The texts are
 * those that break careless code: line breaks of all kinds, quotes, backslashes.
 */
export async function addOneOfEachKind(db: TenantDb, tenantId: number): Promise<void> {
  const [now, id] = [sql`timestamptz '2026-05-16 09:00:00.123456+00'`, sql.lit(tenantId)];
  const hard = sql`${'a "quoted" \\ text,\nwith breaks\u2028 and ünïcödé'}::text`;
  const first = (table: string, column = 'id') =>
    sql`(select min(${sql.ref(column)}) from ${sql.table(table)} where tenant_id = ${id})`;
  const [account, payment, login] = [first('accounts'), first('payments'), first('logins')];
  const unsigned = sql`(select min(id) from agreements where tenant_id = ${id} and signed_at is null)`;
  for (const statement of [
    sql`contact_messages (id, account_id, subject, message, language, created_at)
      values (9001, ${account}, 'Berth', ${hard}, 'en-GB', ${now})`,
    sql`message_answers (id, contact_message_id, answer, answered_at) values (9001, 9001, ${hard}, ${now})`,
    sql`payment_refunds (id, payment_id, reference, amount_minor, reason, state, under_way, refunded_before_minor,
        provider_refund_id, earlier_ids, created_at, updated_at)
      values (9001, ${payment}, 'refund-1', 100, ${hard}, 'done', false, 0, 'RF1', '["RF0"]', ${now}, ${now})`,
    sql`payment_events (payment_id, sequence, event, from_state, to_state, detail, created_at)
      values (${payment}, 9001, 'paid', 'sent', 'paid', '{"b": 1, "a": [null, 1.50]}', ${now})`,
    sql`payment_alerts (id, payment_id, kind, detail, created_at)
      values (9001, ${payment}, 'overpaid', '{"minor": 5}', ${now})`,
    sql`three_d_secure_lookups (payment_id, attempt, payment_token_hash, status, created_at)
      values (${payment}, 1, '\\xc0ffee00c0ffee00c0ffee00c0ffee00', 'done', ${now})`,
    sql`provider_events (id, provider_key, event_id, kind, received_at)
      values (9001, 'cards', 'evt_1', 'payment', ${now})`,
    sql`ineligible_cards (id, account_id, provider_key, card_type, last_digits, expiry_month, expiry_year,
        holder_name, nick_name, reason, created_at)
      values (9001, ${account}, 'cards', 'VI', '1091', 1, 2024, 'J Sailor', '', 'expired', ${now})`,
    sql`mails (id, message_id, kind, recipient, language, payload, created_at, sent_at, unsubscribe_token, link_hash)
      values (9001, '<1@quayside>', 'invoice', 'jo.sailor@example.com', 'en-GB', '{"orderId": 1}', ${now}, ${now},
        'unsubscribe-with-this-token', '\\xbadc0de0badc0de0badc0de0badc0de0')`,
    sql`estimate_answers (estimate_id, answer, agreement_id) values (${first('estimates')}, 'accept', ${unsigned})`,
    sql`invoice_papers (order_id, file_id) values (${first('orders')}, ${first('files')})`,
    sql`look_files (hash, content_type, content, created_at)
      values ('00112233445566778899aabbccddeeff', 'image/png', '\\x89504e47', ${now})`,
    sql`login_identities (issuer, subject, login_id, linked_at)
      values ('https://id.example', 'jo', ${login}, ${now})`,
    sql`events (id, type, reference, object, version, occurred_at)
      values ('11111111-1111-4111-8111-111111111111', 'order.paid', 'S-1', '{"total": 12.50}', '1', ${now})`,
  ])
    await insert(db, tenantId, statement);
}

/** Adds the tenant to a statement's columns and values. */
async function insert(db: TenantDb, tenantId: number, statement: ReturnType<typeof sql>): Promise<void> {
  const { sql: text, parameters } = statement.compile(db);
  const own = text.replace('(', '(tenant_id, ').replace(/values\s*\(/, `values (${tenantId}, `);
  await db.executeQuery({ ...statement.compile(db), sql: `insert into ${own}`, parameters });
}
