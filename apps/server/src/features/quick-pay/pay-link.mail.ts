import { formatDay, formatMinor } from '../../lib/texts/formats.ts';
import { tenantText } from '../../lib/texts/texts.ts';
import { titledFullName } from '../account/account.exports.ts';
import { siteSender } from '../letters/letters.exports.ts';
import type { MailWriter } from '../mail/mail.exports.ts';
import { outstandingOf } from '../orders/orders.exports.ts';
import { decimalPlacesOf } from '../tenant/tenant.exports.ts';
import { isWhole, loadOwed } from './mail-pay-link.service.ts';

/**
 * Writes the mail with an order's pay link. Returns null if the order was paid, its account closed, or its
 * agreement withdrawn, before the mail was written.
 */
export const payLinkMail: MailWriter<{ orderId: number }> = async (
  { db, tenant, clock },
  { recipient, language, orderId, portalUrl },
) => {
  const owed = await loadOwed(db, { tenant, orderId, now: clock.now() });
  if (!isWhole(owed) || owed.invoice.email !== recipient || portalUrl === null) return null;
  const { invoice, lines } = owed;
  const places = decimalPlacesOf(invoice.currency, tenant.settings.culture);
  const outstandingMinor = outstandingOf({
    grossMinor: invoice.gross_minor,
    allocatedMinor: invoice.allocated_minor,
    isCancelled: invoice.cancelled_at !== null,
  });
  const amount = formatMinor(outstandingMinor, invoice.currency, places, language);
  const values = { marina: tenant.name, number: orderId, amount, name: titledFullName(invoice) };
  const text = (key: string) => tenantText(tenant, language, `payLink.${key}`, values);
  const boats = [...new Set(lines.map(({ boat_name }) => boat_name).filter((name) => name !== null))];
  const facts = [
    { label: text('for'), value: lines.map(({ name }) => name).join(', ') },
    { label: text('boat'), value: boats.join(', ') },
    { label: text('taxPoint'), value: formatDay(invoice.tax_point_date, language) },
    { label: text('invoice'), value: invoice.invoice_number ?? '' },
  ];
  return {
    letter: {
      subject: text('subject'),
      heading: text('heading'),
      lead: text('lead'),
      figure: { label: text('toPay'), value: amount },
      notice: null,
      facts: facts.filter(({ value }) => value !== ''),
      table: null,
      next: [text('next'), text('passedOn')],
      action: { label: text('action'), url: `${portalUrl}/quick-pay/${invoice.guid}` },
    },
    sender: siteSender(tenant, language, invoice, text('reason')),
    attachments: [],
  };
};
