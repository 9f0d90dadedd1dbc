import { type RawBuilder, sql } from 'kysely';
import { anyText, type DeclaredTable, type FindRows } from '../../db/declared-table.ts';

/** The keys of a mail's payload that name a row, and the table of the row. */
const inPayloads = {
  paymentId: 'payments',
  orderId: 'orders',
  agreementId: 'agreements',
  estimateId: 'estimates',
  documentId: 'account_documents',
  contactMessageId: 'contact_messages',
} as const;

/** Finds mails that name an account, or a row of it. */
const naming = (accountId: RawBuilder<unknown>) => sql`
  (t.account_id = ${accountId} or t.payload ->> 'accountId' = (${accountId})::text
    or t.payload ->> 'answerId' in (
      select r.id::text from message_answers r
      join contact_messages m on m.tenant_id = r.tenant_id and m.id = r.contact_message_id
      where r.tenant_id = t.tenant_id and m.account_id = ${accountId})
    or ${sql.join(
      Object.entries(inPayloads).map(
        ([key, table]) => sql`t.payload ->> ${sql.lit(key)} in (
          select o.id::text from ${sql.table(table)} o
          where o.tenant_id = t.tenant_id and o.account_id = ${accountId})`,
      ),
      sql` or `,
    )})`;

/** Customers may share an address, such as a couple. A mail there that names one of them is not the other's. */
const ofMails: FindRows = ({ accountId, logins, emails }) => sql`
  (${naming(sql.lit(accountId))}
    or t.payload ->> 'loginId' = any(${sql.lit(`{${logins.join(',')}}`)}::text[])
    or lower(t.recipient) = ${anyText(emails)} and t.recipient <> '' and not exists (
      select from accounts other
      where other.tenant_id = t.tenant_id and other.id <> ${sql.lit(accountId)}
        and lower(other.email) = lower(t.recipient) and ${naming(sql.ref('other.id'))}))`;

export const mailTables: readonly DeclaredTable[] = [
  {
    name: 'mails',
    kept: { sweptBy: 'sweep-mails' },
    exported: true,
    without: ['unsubscribe_token', 'link_hash'],
    person: { whose: ofMails, erasure: 'goes', why: 'they were sent' },
    // A payload names its row without a foreign key.
    erasedBefore: [...Object.values(inPayloads), 'message_answers'],
  },
];
