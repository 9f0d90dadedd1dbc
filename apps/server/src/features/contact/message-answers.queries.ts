import { type Insertable, sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import type { Database } from '../../db/schema/schema.ts';
import { type Page, rowsOfAccount, rowsOfPage } from '../integration-rows/integration-rows.exports.ts';

export interface AnswerRow {
  number: number;
  answer: string;
  /** The time as JSON writes it. */
  answeredAt: string;
}

export interface MessageRow {
  id: number;
  account_id: number;
  /** The marina's own name of the account. */
  account: string | null;
  subject: string;
  message: string;
  language: string;
  created_at: Date;
  answers: AnswerRow[];
}

export type AccountMessageRow = Pick<MessageRow, 'id' | 'subject' | 'message' | 'created_at' | 'answers'>;

const answers = sql`
  coalesce((
    select jsonb_agg(jsonb_build_object('number', r.id, 'answer', r.answer, 'answeredAt', r.answered_at) order by r.id)
    from message_answers r where r.tenant_id = m.tenant_id and r.contact_message_id = m.id
  ), '[]') as answers`;

/** Returns the account's messages that were sent or answered last, with their answers. */
export async function messagesOfAccount(
  db: TenantDb,
  tenantId: number,
  accountId: number,
  atMost = 50,
): Promise<AccountMessageRow[]> {
  const { rows } = await sql<AccountMessageRow>`
    select m.id, m.subject, m.message, m.created_at, ${answers}
    from contact_messages m
    cross join lateral (
      select max(r.answered_at) as at from message_answers r
      where r.tenant_id = m.tenant_id and r.contact_message_id = m.id
    ) as answered
    where m.tenant_id = ${tenantId} and m.account_id = ${accountId}
    order by greatest(m.created_at, answered.at) desc, m.id desc limit ${atMost}`.execute(db);
  return rows;
}

/** Finds a message, as programs of the marina see it. */
export async function findMessage(db: TenantDb, tenantId: number, id: number): Promise<MessageRow | undefined> {
  const { rows } = await sql<MessageRow>`
    select m.id, m.account_id, a.reference as account, m.subject, m.message, m.language, m.created_at, ${answers}
    from contact_messages m join accounts a on a.tenant_id = m.tenant_id and a.id = m.account_id
    where m.tenant_id = ${tenantId} and m.id = ${id}`.execute(db);
  return rows[0];
}

export interface ListedMessageRow extends MessageRow {
  updated_at: Date;
  changed_at: string;
}

export async function pageOfMessages(
  db: TenantDb,
  tenantId: number,
  page: Page,
  { account }: { account?: string | undefined },
): Promise<ListedMessageRow[]> {
  const { where, order, limit } = rowsOfPage('m', page);
  const ofAccount = rowsOfAccount('m', tenantId, account);
  const { rows } = await sql<ListedMessageRow>`
    select m.id, m.account_id, a.reference as account, m.subject, m.message, m.language, m.created_at, ${answers},
      m.updated_at, m.updated_at::text as changed_at
    from contact_messages m join accounts a on a.tenant_id = m.tenant_id and a.id = m.account_id
    where m.tenant_id = ${tenantId} and ${where} and ${ofAccount} order by ${order} limit ${limit}`.execute(db);
  return rows;
}

/** Lets one answer to a message after the other. @returns false if there is no such message */
export async function lockMessage(trx: TenantDb, tenantId: number, id: number): Promise<boolean> {
  const row = await trx
    .selectFrom('contact_messages')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertAnswer(trx: TenantDb, row: Insertable<Database['message_answers']>): Promise<void> {
  await trx.insertInto('message_answers').values(row).execute();
}

export interface MessageAnswerDetails {
  id: number;
  answer: string;
  answered_at: Date;
  contact_message_id: number;
  subject: string;
  language: string;
  created_at: Date;
  account_id: number;
  account: string | null;
  email: string;
  is_closed: boolean;
  time_zone: string;
  site_name: string;
  site_address: string;
  site_telephone: string;
  site_email: string;
}

/** Finds an answer of the office, or the last one to a message, with its customer and their site. */
export async function findMessageAnswer(
  db: TenantDb,
  tenantId: number,
  which: { id: number } | { messageId: number },
): Promise<MessageAnswerDetails | undefined> {
  const matches = 'id' in which ? sql`r.id = ${which.id}` : sql`r.contact_message_id = ${which.messageId}`;
  const { rows } = await sql<MessageAnswerDetails>`
    select r.id, r.answer, r.answered_at, r.contact_message_id, m.subject, m.language, m.created_at,
      a.id as account_id, a.reference as account, a.email, a.closed_at is not null as is_closed, s.time_zone,
      s.name as site_name, s.address as site_address, s.telephone as site_telephone, s.email as site_email
    from message_answers r
    join contact_messages m on m.tenant_id = r.tenant_id and m.id = r.contact_message_id
    join accounts a on a.tenant_id = m.tenant_id and a.id = m.account_id
    join sites s on s.tenant_id = a.tenant_id and s.id = a.site_id
    where r.tenant_id = ${tenantId} and ${matches}
    order by r.id desc limit 1`.execute(db);
  return rows[0];
}
