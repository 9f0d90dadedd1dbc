import { randomBytes, randomUUID } from 'node:crypto';
import type { TenantDb } from '../../db/client.ts';
import { takeNumbers } from '../../db/sql/numbers.ts';
import type { Tenant } from '../../http/context.ts';
import type { JobContext } from '../../jobs/context.ts';
import { enqueueJob } from '../../jobs/enqueue.ts';
import { daysBefore } from '../../lib/time/durations.ts';
import type { MailKindName, MailPayloads } from './mail-kind.types.ts';
import { deleteEndedMails, findMailByToken, insertMail } from './mail.queries.ts';

interface AnyNewMail {
  recipient: string;
  /** The reader's language, such as `fr-FR`. */
  language: string;
  /** The consent under which it is sent. Its reader can withdraw it by one click (RFC 8058). */
  consent?: { accountId: number; consentGroupId: number };
}

/** A mail of any kind, with the payload of its kind. */
type NewMail = { [Name in MailKindName]: { kind: Name } & AnyNewMail & MailPayloads[Name] }[MailKindName];

/**
 * Stores a mail in the transaction that causes it. It is sent after the commit. Its Message-ID is fixed here, so that
 * a mail that is sent again stays the same mail.
 */
export async function queueMail(
  trx: TenantDb,
  tenant: Pick<Tenant, 'id' | 'key'>,
  { kind, recipient, language, consent, ...payload }: NewMail,
  now: Date,
): Promise<void> {
  const mailId = await takeNumbers(trx, tenant.id, 'mail');
  await insertMail(trx, {
    tenant_id: tenant.id,
    id: mailId,
    message_id: `${randomUUID()}.${mailId}@${tenant.key}.quayside`,
    kind,
    recipient,
    language,
    payload: JSON.stringify(payload),
    account_id: consent?.accountId ?? null,
    consent_group_id: consent?.consentGroupId ?? null,
    unsubscribe_token: consent ? randomBytes(24).toString('base64url') : null,
    created_at: now,
    sent_at: null,
    failed_at: null,
    failure: null,
  });
  await enqueueJob(trx, 'send-mail', { tenantId: tenant.id, mailId });
}

/** Finds the consent that the key of a mail's one-click unsubscribing withdraws. */
export async function findUnsubscribable(db: TenantDb, tenantId: number, token: string) {
  const mail = await findMailByToken(db, tenantId, token);
  if (!mail?.account_id || !mail.consent_group_id) return undefined;
  return { accountId: mail.account_id, consentGroupId: mail.consent_group_id, messageId: mail.message_id };
}

/** Short statements keep other writers waiting for less. */
const atMost = 1_000;

/** For a job: deletes the mails that the marina keeps no longer. */
export async function sweepMails({ db, tenant, clock }: JobContext): Promise<void> {
  const before = daysBefore(clock.now(), tenant.settings.retention.mailDays);
  while ((await deleteEndedMails(db, tenant.id, before, atMost)) === atMost);
}
