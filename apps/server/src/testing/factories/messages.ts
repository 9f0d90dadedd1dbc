import type { TenantDb } from '../../db/client.ts';
import { takeNumbers } from '../../db/sql/numbers.ts';
import type { Owner } from './orders.ts';

export interface MessageInput {
  subject?: string;
  message?: string;
  language?: string;
  sentAt?: Date;
  /** The answers of the office, each an hour after the one before. */
  answers?: readonly string[];
}

/** Makes a message of the account to the office. */
export async function makeMessage(
  db: TenantDb,
  { tenantId, accountId }: Pick<Owner, 'tenantId' | 'accountId'>,
  overrides: MessageInput = {},
): Promise<number> {
  const id = await takeNumbers(db, tenantId, 'contact-message');
  const created_at = overrides.sentAt ?? new Date('2026-05-16T08:00:00Z');
  await db
    .insertInto('contact_messages')
    .values({
      tenant_id: tenantId,
      id,
      account_id: accountId,
      subject: overrides.subject ?? 'Berths',
      subject_code: null,
      message: overrides.message ?? 'Is there one left?',
      language: overrides.language ?? 'en-GB',
      created_at,
    })
    .execute();
  for (const [index, answer] of (overrides.answers ?? []).entries())
    await db
      .insertInto('message_answers')
      .values({
        tenant_id: tenantId,
        id: await takeNumbers(db, tenantId, 'message-answer'),
        contact_message_id: id,
        answer,
        answered_at: new Date(created_at.getTime() + (index + 1) * 3_600_000),
      })
      .execute();
  return id;
}
