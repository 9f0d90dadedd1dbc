import { tenantText } from '../../lib/texts/texts.ts';
import { marinaSender, plainLetter } from '../letters/letters.exports.ts';
import type { MailWriter } from '../mail/mail.exports.ts';

/** Tells a login's owner that a provider's identity now opens it as well. */
export const identityLinkedMail: MailWriter = async ({ tenant }, { language, portalUrl }) => {
  const text = (key: string) => tenantText(tenant, language, `identityLinked.${key}`, { marina: tenant.name });
  return {
    letter: plainLetter(text, {
      next: [text('password'), text('notYou')],
      action: portalUrl === null ? null : { label: text('action'), url: `${portalUrl}/forgotten-password` },
    }),
    sender: marinaSender(tenant, language, text('reason')),
    attachments: [],
  };
};
