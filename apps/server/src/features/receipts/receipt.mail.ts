import { tenantText } from '../../lib/texts/texts.ts';
import type { MailWriter } from '../mail/mail.exports.ts';
import { receiptLetter, receiptSender } from './receipt.letter.ts';
import { findReceipt, receiptPdf } from './receipts.service.ts';

/**
 * Writes the mail that brings a receipt: the same words, the PDF, and the link to the portal. If the payment was
 * refunded, disputed or taken back meanwhile, it has no receipt any more, and no mail is sent.
 */
export const receiptMail: MailWriter<{ paymentId: number }> = async (
  { db, tenant },
  { language, paymentId, portalUrl },
) => {
  const receipt = await findReceipt(db, tenant.id, paymentId);
  if (!receipt) return null;
  const letter = receiptLetter(tenant, language, receipt);
  const { fileName, content } = await receiptPdf(tenant, language, receipt);
  return {
    letter: {
      ...letter,
      next: [tenantText(tenant, language, 'receipt.attached'), ...letter.next.slice(1)],
      action:
        portalUrl === null ? null : { label: tenantText(tenant, language, 'mail.openPortal'), url: `${portalUrl}/` },
    },
    sender: receiptSender(tenant, language, receipt),
    attachments: [{ fileName, contentType: 'application/pdf', content }],
  };
};
