import { randomUUID } from 'node:crypto';
import { takeNumbers } from '../../db/sql/numbers.ts';
import { type LinkedThing, startMailLink } from '../../features/mail-links/mail-links.service.ts';
import { insertMail } from '../../features/mail/mail.queries.ts';
import type { TestAccount, TestTenant } from './factories.ts';

/** Makes the link of a mail that somebody got: its two parts, as in the address. */
export async function makeMailLink(
  { db, id: tenantId, key }: TestTenant,
  { id: accountId }: Pick<TestAccount, 'id'>,
  thing: LinkedThing,
  now: Date,
): Promise<{ id: number; token: string }> {
  const accounts = db.selectFrom('accounts').select('email').where('tenant_id', '=', tenantId);
  const { email: recipient } = await accounts.where('id', '=', accountId).executeTakeFirstOrThrow();
  const id = await takeNumbers(db, tenantId, 'mail');
  await insertMail(db, {
    tenant_id: tenantId,
    id,
    message_id: `${randomUUID()}.${id}@${key}.quayside`,
    kind: 'mail-link',
    recipient,
    language: 'en-GB',
    payload: JSON.stringify({ accountId, ...thing }),
    created_at: now,
    sent_at: now,
    failed_at: null,
    failure: null,
  });
  const { token = '' } = (await startMailLink(db, tenantId, id, recipient)) ?? {};
  return { id, token };
}
