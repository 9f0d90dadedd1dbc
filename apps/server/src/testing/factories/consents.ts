import { takeNumbers } from '../../db/sql/numbers.ts';
import { consentKeyOf } from '../../features/consent/consent-accounts.queries.ts';
import { recordConsents } from '../../features/consent/consent.service.ts';
import { queueMail } from '../../features/mail/mail.service.ts';
import type { TestAccount, TestTenant } from './factories.ts';

const longAgo = new Date('2025-01-01T00:00:00Z');

/** Makes a consent group. Returns its id. */
export async function makeConsentGroup(
  { id: tenantId, db }: TestTenant,
  descriptions: Record<string, string> = { 'en-GB': 'News by e-mail', 'fr-FR': 'Nouvelles par e-mail' },
): Promise<number> {
  const id = await takeNumbers(db, tenantId, 'consent-group');
  const row = { tenant_id: tenantId, id, position: id, descriptions: JSON.stringify(descriptions) };
  await db.insertInto('consent_groups').values(row).execute();
  return id;
}

/** Agrees for an account, long ago and at the office. */
export async function giveConsent({ id: tenantId, db }: TestTenant, account: TestAccount, groupId: number) {
  const whose = { tenantId, accountId: account.id };
  const origin = { source: 'office', emailMessageId: null } as const;
  await db.transaction().execute((trx) => recordConsents(trx, whose, new Map([[groupId, true]]), origin, longAgo));
}

/** Returns the key in the links of consent mails. */
export const consentKey = ({ id, db }: TestTenant, account: Pick<TestAccount, 'id'>) =>
  consentKeyOf(db, id, account.id);

/** Returns every choice of an account, in the order in which they were made. */
export async function consentsOf({ id: tenantId, db }: TestTenant, account: TestAccount) {
  return db
    .selectFrom('consents')
    .select(['consent_group_id', 'granted', 'source', 'email_message_id', 'recorded_at'])
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', account.id)
    .orderBy('consent_group_id')
    .orderBy('sequence')
    .execute();
}

/** Makes a mail that an account got under a consent. Returns the key of its one-click unsubscribing. */
export async function makeUnsubscribableMail(tenant: TestTenant, account: TestAccount, consentGroupId: number) {
  const mail = { kind: 'email-changed', recipient: 'jo@example.com', language: 'en-GB' } as const;
  const about = { accountId: account.id, consent: { accountId: account.id, consentGroupId } };
  await tenant.db.transaction().execute((trx) => queueMail(trx, tenant, { ...mail, ...about }, longAgo));
  const { unsubscribe_token: token } = await tenant.db
    .selectFrom('mails')
    .select('unsubscribe_token')
    .where('tenant_id', '=', tenant.id)
    .where('account_id', '=', account.id)
    .where('consent_group_id', '=', consentGroupId)
    .executeTakeFirstOrThrow();
  return token ?? '';
}
