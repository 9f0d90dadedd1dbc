import { randomBytes, randomUUID } from 'node:crypto';
import type { TenantDb } from '../../db/client.ts';
import { takeNumbers } from '../../db/numbers.ts';
import type { Tenant } from '../../http/context.ts';
import { enqueueJob } from '../../jobs/enqueue.ts';
import { findMailByToken, insertMail } from './mail.queries.ts';

/** All kinds of mail. Their texts are in their features; worker/mail-writers.ts lists them. */
export type MailKind =
  | 'receipt'
  | 'payment-not-made'
  | 'estimate'
  | 'invoice'
  | 'pay-link'
  | 'registered'
  | 'registration-code'
  | 'password-reset'
  | 'password-changed'
  | 'email-changed'
  | 'identity-linked'
  | 'login-locked'
  | 'login-slow'
  | 'consent-link'
  | 'mail-link'
  | 'confirm-address'
  | 'login-address-changed'
  | 'payment-alert'
  | 'agreement-signed'
  | 'agreement-signed-office'
  | 'agreement-code'
  | 'contact-message';

export interface NewMail {
  kind: MailKind;
  recipient: string;
  /** The reader's language, such as `fr-FR`. */
  language: string;
  /** The payment that it is about, if any. */
  paymentId?: number;
  /** The account that it is about, if it is about no payment. */
  accountId?: number;
  contactMessageId?: number;
  /** The login that it is about, if it is about no account. */
  loginId?: number;
  /** The alert that the office has to look at. */
  paymentAlertId?: number;
  /** The agreement that was signed, or is about to be. */
  agreementId?: number;
  /** The estimate that it brings. */
  estimateId?: number;
  /** The order whose invoice it brings. */
  orderId?: number;
  /** The consent under which it is sent. Its reader can withdraw it by one click (RFC 8058). */
  consentGroupId?: number;
}

/**
 * Stores a mail in the transaction that causes it. It is sent after the commit. Its Message-ID is fixed here, so that
 * a mail that is sent again stays the same mail.
 */
export async function queueMail(
  trx: TenantDb,
  tenant: Pick<Tenant, 'id' | 'key'>,
  mail: NewMail,
  now: Date,
): Promise<void> {
  const mailId = await takeNumbers(trx, tenant.id, 'mail');
  await insertMail(trx, {
    tenant_id: tenant.id,
    id: mailId,
    message_id: `${randomUUID()}.${mailId}@${tenant.key}.quayside`,
    kind: mail.kind,
    recipient: mail.recipient,
    language: mail.language,
    payment_id: mail.paymentId ?? null,
    account_id: mail.accountId ?? null,
    contact_message_id: mail.contactMessageId ?? null,
    consent_group_id: mail.consentGroupId ?? null,
    login_id: mail.loginId ?? null,
    payment_alert_id: mail.paymentAlertId ?? null,
    agreement_id: mail.agreementId ?? null,
    estimate_id: mail.estimateId ?? null,
    order_id: mail.orderId ?? null,
    unsubscribe_token: mail.consentGroupId === undefined ? null : randomBytes(24).toString('base64url'),
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
