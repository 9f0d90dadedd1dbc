import { tenantText } from '../../lib/texts/texts.ts';
import { marinaSender, plainLetter } from '../letters/letters.exports.ts';
import type { MailWriter } from '../mail/mail.exports.ts';

/** Tells that an account now has a login. */
export const registeredMail: MailWriter = async ({ tenant }, { language, portalUrl }) => {
  const text = (key: string) => tenantText(tenant, language, `registered.${key}`, { marina: tenant.name });
  return {
    letter: plainLetter(text, {
      next: [text('signIn'), text('notYou')],
      action:
        portalUrl === null ? null : { label: tenantText(tenant, language, 'mail.openPortal'), url: `${portalUrl}/` },
    }),
    sender: marinaSender(tenant, language, text('reason')),
    attachments: [],
  };
};
