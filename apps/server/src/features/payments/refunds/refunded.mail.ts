import type { TenantDb } from '../../../db/client.ts';
import { formatInstant, formatMinor } from '../../../lib/texts/formats.ts';
import { tenantText } from '../../../lib/texts/texts.ts';
import { plainLetter, siteSender } from '../../letters/letters.exports.ts';
import type { MailWriter } from '../../mail/mail.exports.ts';
import { queueMail } from '../../mail/mail.service.ts';
import { decimalPlacesOf } from '../../tenant/tenant.exports.ts';
import type { Engine } from '../engine/engine.types.ts';
import { mailedPayer } from '../mails/mailed-payer.service.ts';
import { paymentReference } from '../payments.presenter.ts';
import { findById, type PaymentRow, siteOfPayment } from '../payments.queries.ts';
import { findRefund } from './refunds.queries.ts';

/** Mails the customer that their money was refunded, in the transaction that books the provider's word. */
export async function enqueueRefunded(
  trx: TenantDb,
  { tenant, clock }: Pick<Engine, 'tenant' | 'clock'>,
  payment: PaymentRow,
  paymentRefundId: number,
): Promise<void> {
  const payer = await mailedPayer(trx, tenant, payment);
  if (payer) await queueMail(trx, tenant, { kind: 'payment-refunded', ...payer, paymentRefundId }, clock.now());
}

/** Writes how much was refunded, of which payment and where to. If the refund has failed meanwhile, no mail is sent. */
export const refundedMail: MailWriter<{ paymentRefundId: number }> = async (
  { db, tenant },
  { language, paymentRefundId, portalUrl },
) => {
  const refund = await findRefund(db, tenant.id, paymentRefundId);
  if (!refund || (refund.state !== 'done' && refund.state !== 'pending')) return null;
  const payment = await findById(db, tenant.id, refund.payment_id);
  const site = await siteOfPayment(db, tenant.id, payment.site_id);
  const { currency, channel } = payment;
  const amount = formatMinor(
    refund.amount_minor,
    currency,
    decimalPlacesOf(currency, tenant.settings.culture),
    language,
  );
  const values = { marina: tenant.name, amount, reference: paymentReference(payment.id) };
  const text = (key: string) => tenantText(tenant, language, `paymentRefunded.${key}`, values);
  const word = (key: string) => tenantText(tenant, language, key);
  return {
    letter: plainLetter(text, {
      notice: payment.is_test ? text('test') : null,
      facts: [
        { label: text('refundedOn'), value: formatInstant(refund.created_at, language, site.time_zone) },
        { label: word('receipt.reference'), value: values.reference },
        { label: word('receipt.method'), value: word(`payments.channels.${channel}`) },
      ],
      next: [text('when')],
      action: portalUrl === null ? null : { label: word('mail.openPortal'), url: `${portalUrl}/` },
    }),
    sender: siteSender(tenant, language, site, tenantText(tenant, language, 'receipt.reason', values)),
    attachments: [],
  };
};
