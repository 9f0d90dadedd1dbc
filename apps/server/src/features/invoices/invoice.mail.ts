import type { MailWriter } from '../mail/mail.exports.ts';
import { invoiceLetter, invoiceSender, kindOf, textOf } from './invoice.letter.ts';
import { attachInvoice, loadInvoice } from './invoices.service.ts';

/** Writes the mail that brings an invoice: the same words, the PDF, and the link to the order in the portal. */
export const invoiceMail: MailWriter<{ orderId: number }> = async (ctx, { language, orderId, portalUrl }) => {
  const { db, tenant } = ctx;
  const whole = await loadInvoice(db, tenant.id, orderId);
  const letter = invoiceLetter(tenant, language, whole);
  const text = textOf(tenant, language);
  const { fileName, content } = await attachInvoice(ctx, language, whole);
  return {
    letter: {
      ...letter,
      next: [text(`attached.${kindOf(whole.invoice)}`), ...letter.next],
      action: portalUrl === null ? null : { label: text('open'), url: `${portalUrl}/secure/account/order/${orderId}` },
    },
    sender: invoiceSender(tenant, language, whole),
    attachments: [{ fileName, contentType: 'application/pdf', content }],
  };
};
