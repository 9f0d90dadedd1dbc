import { tenantText } from '../../lib/texts/texts.ts';
import { consentKeyOf } from './consent-accounts.queries.ts';
import { marinaSender, plainLetter } from '../letters/letters.exports.ts';
import type { MailWriter } from '../mail/mail.exports.ts';

/** Writes the link to an account's consents, for a reader with an older link. */
export const consentLinkMail: MailWriter<{ accountId: number }> = async (
  { db, tenant, log },
  { language, accountId, portalUrl },
) => {
  if (portalUrl === null) {
    log.warn('a link to consents is asked for, but no address leads to the marina’s portal');
    return null;
  }
  const text = (key: string) => tenantText(tenant, language, `consentLink.${key}`, { marina: tenant.name });
  const key = await consentKeyOf(db, tenant.id, accountId);
  return {
    letter: plainLetter(text, {
      next: [text('keep'), text('notYou')],
      action: { label: text('action'), url: `${portalUrl}/consent-management/${key}` },
    }),
    sender: marinaSender(tenant, language, text('reason')),
    attachments: [],
  };
};
