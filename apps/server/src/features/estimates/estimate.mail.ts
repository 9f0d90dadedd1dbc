import { tenantText } from '../../lib/texts/texts.ts';
import type { MailWriter } from '../mail/mail.exports.ts';
import { estimateLetter, estimateSender } from './estimate.letter.ts';
import { estimatePdf, loadEstimate } from './estimates.service.ts';

/** Writes the mail that brings an estimate: the same words, the PDF, and the link to it in the portal. */
export const estimateMail: MailWriter<{ estimateId: number }> = async (
  { db, tenant, clock },
  { language, estimateId, portalUrl },
) => {
  const whole = await loadEstimate(db, tenant.id, { id: estimateId, accountId: null, now: clock.now() });
  const letter = estimateLetter(tenant, language, whole);
  const { fileName, content } = await estimatePdf(tenant, language, whole);
  return {
    letter: {
      ...letter,
      next: [tenantText(tenant, language, 'estimate.attached'), ...letter.next],
      action:
        portalUrl === null
          ? null
          : {
              label: tenantText(tenant, language, 'estimate.open'),
              url: `${portalUrl}/secure/estimates/${estimateId}`,
            },
    },
    sender: estimateSender(tenant, language, whole),
    attachments: [{ fileName, contentType: 'application/pdf', content }],
  };
};
