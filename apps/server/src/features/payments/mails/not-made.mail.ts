import type { TenantDb } from '../../../db/client.ts';
import { formatInstant, formatMinor } from '../../../lib/texts/formats.ts';
import { tenantText } from '../../../lib/texts/texts.ts';
import { plainLetter, siteSender } from '../../letters/letters.exports.ts';
import type { MailWriter } from '../../mail/mail.exports.ts';
import { queueMail } from '../../mail/mail.service.ts';
import { decimalPlacesOf } from '../../tenant/tenant.exports.ts';
import type { Engine } from '../engine/engine.types.ts';
import { plannedOrders } from '../payment-orders.queries.ts';
import { isUnpaidEnd } from '../payment-states.rules.ts';
import { errorText, paymentReference } from '../payments.presenter.ts';
import { findById, type PaymentRow, siteOfPayment } from '../payments.queries.ts';
import { refusalReasonOf } from '../providers/providers.service.ts';
import { mailedPayer } from './mailed-payer.service.ts';

/**
 * Mails the account's address on file that a sent payment failed, in the transaction that ends it. The payment's page
 * said that it is under way and that an e-mail follows. An account without an address was not promised one.
 */
export async function enqueueNotMade(
  trx: TenantDb,
  { tenant, clock }: Pick<Engine, 'tenant' | 'clock'>,
  payment: PaymentRow,
): Promise<void> {
  const payer = await mailedPayer(trx, tenant, payment);
  if (payer) await queueMail(trx, tenant, { kind: 'payment-not-made', ...payer, paymentId: payment.id }, clock.now());
}

/** Writes why a payment failed, and that it can be paid again. If the money has appeared meanwhile, no mail is sent. */
export const notMadeMail: MailWriter<{ paymentId: number }> = async (
  { db, tenant },
  { language, paymentId, portalUrl },
) => {
  const payment = await findById(db, tenant.id, paymentId);
  if (!isUnpaidEnd(payment.state)) return null;
  const site = await siteOfPayment(db, tenant.id, payment.site_id);
  const orders = await plannedOrders(db, tenant.id, payment.id);
  const { currency, amount_minor: minor, channel } = payment;
  const amount = formatMinor(minor, currency, decimalPlacesOf(currency, tenant.settings.culture), language);
  const values = { marina: tenant.name, amount, reference: paymentReference(payment.id) };
  const text = (key: string) => tenantText(tenant, language, `paymentNotMade.${key}`, values);
  const word = (key: string) => tenantText(tenant, language, key);
  const { errorDescription: why, saysUncharged } = errorText(
    { tenant, language },
    payment,
    await refusalReasonOf({ db, tenant }, payment),
  );
  const label = orders.length === 1 ? word('receipt.order') : text('orders');
  return {
    letter: plainLetter(text, {
      notice: payment.is_test ? text('test') : null,
      facts: [
        { label: text('begunOn'), value: formatInstant(payment.created_at, language, site.time_zone) },
        { label: word('receipt.reference'), value: values.reference },
        { label: word('receipt.method'), value: word(`payments.channels.${channel}`) },
        { label, value: orders.map(({ order_id }) => order_id).join(', ') },
      ],
      next: [why, saysUncharged ? null : text('uncharged'), text('payAgain')].filter((line) => line !== null),
      action: portalUrl === null ? null : { label: word('mail.openPortal'), url: `${portalUrl}/` },
    }),
    sender: siteSender(tenant, language, site, tenantText(tenant, language, 'receipt.reason', values)),
    attachments: [],
  };
};
