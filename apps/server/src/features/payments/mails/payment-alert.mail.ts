import { isOnPage } from '@quayside/contract/payments/payments.ts';
import { formatInstant, formatMinor } from '../../../lib/texts/formats.ts';
import { tenantText } from '../../../lib/texts/texts.ts';
import { nameAndNumber } from '../../account/account.exports.ts';
import { siteSender } from '../../letters/letters.exports.ts';
import type { MailWriter } from '../../mail/mail.exports.ts';
import { paymentReference } from '../payments.presenter.ts';
import { decimalPlacesOf } from '../../tenant/tenant.exports.ts';
import { providerNameOf } from '../providers/providers.service.ts';
import { findAlert } from './payment-alerts.queries.ts';

/** `detail` is the alert's, as it was when the mail was queued: the row has only that of the newest alert. */
export interface PaymentAlertPayload {
  paymentAlertId: number;
  detail?: Record<string, unknown> | undefined;
}

/** Tells the office what happened to a payment and what to do about it. */
export const paymentAlertMail: MailWriter<PaymentAlertPayload> = async (
  { db, tenant },
  { language, paymentAlertId, detail },
) => {
  const alert = await findAlert(db, tenant.id, paymentAlertId);
  if (!alert) return null;
  const text = (key: string) => tenantText(tenant, language, `paymentAlert.${key}`, { marina: tenant.name });
  const kind = alert.kind === 'provider-configuration' && isOnPage(alert.channel) ? 'page-configuration' : alert.kind;
  const about = (part: 'heading' | 'lead' | 'next') => text(`${kind}.${part}`);
  const places = decimalPlacesOf(alert.currency, tenant.settings.culture);
  const money = (minor: number) => formatMinor(minor, alert.currency, places, language);
  const moneyIfAny = (minor: number) => (minor > 0 ? money(minor) : '');
  const customer = [nameAndNumber(alert), alert.account_reference ?? ''].filter((part) => part !== '').join(', ');
  const facts = [
    { label: text('payment'), value: paymentReference(alert.payment_id) },
    { label: text('reference'), value: alert.merchant_ref_number },
    { label: text('customer'), value: customer },
    { label: text('orders'), value: shorten(alert.orders) },
    { label: text('amount'), value: money(alert.amount_minor) },
    { label: text('onOrders'), value: money(alert.allocated_minor) },
    { label: text('failedRefund'), value: failedRefundOf(detail ?? alert.detail, money, text('atProvider')) },
    { label: text('givenBack'), value: moneyIfAny(alert.refunded_minor) },
    { label: text('disputed'), value: moneyIfAny(alert.disputed_minor) },
    { label: text('takenBack'), value: moneyIfAny(alert.reversed_minor) },
    { label: text('provider'), value: await providerNameOf(db, tenant.id, alert) },
    { label: text('providerReference'), value: alert.provider_payment_id ?? '' },
    { label: text('noticed'), value: formatInstant(alert.created_at, language, alert.time_zone) },
  ];
  const sender = siteSender(tenant, language, alert, text('reason'));
  return {
    letter: {
      subject: `${text('subject')}: ${about('heading')}`,
      heading: about('heading'),
      lead: about('lead'),
      notice: alert.is_test ? text('test') : null,
      figure: null,
      facts: facts.filter(({ value }) => value !== ''),
      table: null,
      next: [about('next'), text('once')],
      action: null,
    },
    sender: { ...sender, office: { ...sender.office, heading: text('office') } },
    attachments: [],
  };
};

/** Returns the amount of a refund that failed, with its reference. One of the provider's own pages has none here. */
function failedRefundOf(detail: unknown, money: (minor: number) => string, atProvider: string): string {
  const { failedMinor, refund = atProvider } = detail as { failedMinor?: number; refund?: string };
  return failedMinor === undefined ? '' : `${money(failedMinor)} (${refund})`;
}

/** The orders that a mail names. A customer may pay hundreds at once. */
const mostNamed = 12;

function shorten(orders: readonly string[]): string {
  const named = orders.slice(0, mostNamed).join(', ');
  return orders.length > mostNamed ? `${named}, … (${orders.length})` : named;
}
