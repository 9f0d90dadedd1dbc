import type { TenantDb } from '../../../db/client.ts';
import { takeNumbers } from '../../../db/sql/numbers.ts';
import { hour } from '../../../lib/time/durations.ts';
import { queueMail } from '../../mail/mail.service.ts';
import type { Engine } from '../engine/engine.types.ts';
import type { PaymentRow } from '../payments.queries.ts';
import { findOfficeAddress, insertAlert, renewAlert, wasMailedSince } from './payment-alerts.queries.ts';

/** The reasons for an alert to the marina's office. */
export type AlertKind =
  | 'late-success'
  | 'surplus'
  | 'charged-more-than-once'
  | 'not-as-asked'
  | 'not-authenticated'
  | 'provider-configuration'
  | 'refunded'
  | 'refund-not-made'
  | 'disputed'
  | 'partly-reversed'
  | 'reversed';

/** Alerts that are sent each time. Each is a new claim, with money that is owed again and a deadline for the answer. */
const alwaysMailed: ReadonlySet<AlertKind> = new Set(['refund-not-made', 'disputed', 'partly-reversed', 'reversed']);

/** A wrong setting fails every payment. One mail says as much as one for each customer. */
const minimumPauseMs: Partial<Record<AlertKind, number>> = { 'provider-configuration': hour };

/** Alerts the marina, in the transaction of the cause: a row, a line in the log, and a mail to the office. */
export async function alertMarina(
  trx: TenantDb,
  engine: Engine,
  payment: PaymentRow,
  kind: AlertKind,
  detail: Record<string, unknown>,
): Promise<void> {
  const { tenant, clock, log } = engine;
  const number = await takeNumbers(trx, tenant.id, 'payment-alert');
  const alert = { id: number, payment_id: payment.id, kind, detail, created_at: clock.now() };
  const store = alwaysMailed.has(kind) ? renewAlert : insertAlert;
  const id = await store(trx, tenant.id, alert);
  log.warn({ payment: payment.merchant_ref_number, alert: kind }, 'a payment needs the office');
  if (id !== null) await writeToOffice(trx, engine, payment, { id, kind, detail });
}

/** Queues the mail, in the marina's own language, to the site's office, or else to the marina's. */
async function writeToOffice(
  trx: TenantDb,
  { tenant, clock, log }: Engine,
  { site_id }: PaymentRow,
  alert: { id: number; kind: AlertKind; detail: Record<string, unknown> },
): Promise<void> {
  const now = clock.now();
  const quiet = minimumPauseMs[alert.kind];
  if (quiet && (await wasMailedSince(trx, tenant.id, alert.kind, new Date(now.getTime() - quiet)))) return;
  const { contact, culture } = tenant.settings;
  const recipient = (await findOfficeAddress(trx, tenant.id, site_id)) || contact.email;
  if (recipient === '') {
    log.error({ alert: alert.kind }, 'a payment needs the office, but the marina has no e-mail address');
    return;
  }
  const mail = {
    kind: 'payment-alert',
    recipient,
    language: culture.defaultLanguage,
    paymentAlertId: alert.id,
    detail: alert.detail,
  } as const;
  await queueMail(trx, tenant, mail, now);
}
