import type { TenantDb } from '../../db/client.ts';
import { takeNumbers } from '../../db/numbers.ts';
import { queueMail } from '../mail/mail.service.ts';
import type { Engine } from './engine.ts';
import { findOfficeAddress, insertAlert, renewAlert, wasToldSince } from './payment-alerts.queries.ts';
import type { PaymentRow } from './payments.queries.ts';

/** What the marina's office has to look at. */
export type AlertKind =
  | 'late-success'
  | 'surplus'
  | 'charged-more-than-once'
  | 'not-as-asked'
  | 'not-authenticated'
  | 'provider-configuration'
  | 'refunded'
  | 'disputed'
  | 'partly-reversed'
  | 'reversed';

/** Each time is a claim of its own, with money that is owed again and a day by which to answer: the office hears of each. */
const toldEachTime: ReadonlySet<AlertKind> = new Set(['disputed', 'partly-reversed', 'reversed']);

/** A wrong setting fails every payment: one mail tells as much as one for each customer. */
const quietMs: Partial<Record<AlertKind, number>> = { 'provider-configuration': 60 * 60_000 };

/** Tells the marina, in the transaction that gives the reason: a row, a line in the log, a mail to the office. */
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
  const store = toldEachTime.has(kind) ? renewAlert : insertAlert;
  const id = await store(trx, tenant.id, alert);
  log.warn({ payment: payment.merchant_ref_number, alert: kind }, 'a payment needs the office');
  if (id !== null) await writeToOffice(trx, engine, payment, { id, kind });
}

/** In the marina's own language, to the site's office, else to the marina's. */
async function writeToOffice(
  trx: TenantDb,
  { tenant, clock, log }: Engine,
  { site_id }: PaymentRow,
  alert: { id: number; kind: AlertKind },
): Promise<void> {
  const now = clock.now();
  const quiet = quietMs[alert.kind];
  if (quiet && (await wasToldSince(trx, tenant.id, alert.kind, new Date(now.getTime() - quiet)))) return;
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
  } as const;
  await queueMail(trx, tenant, mail, now);
}
