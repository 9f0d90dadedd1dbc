import { tenantText } from '../../lib/texts/texts.ts';
import { marinaSender, plainLetter } from '../letters/letters.exports.ts';
import type { MailWriter } from '../mail/mail.exports.ts';

/** Shows an operator how mails of the marina look, and that they arrive. */
export const testMail: MailWriter = async ({ tenant }, { language }) => {
  const text = (key: string) => tenantText(tenant, language, `testMail.${key}`, { marina: tenant.name });
  return {
    letter: plainLetter(text, { next: [text('next')], action: null }),
    sender: marinaSender(tenant, language, text('reason')),
    attachments: [],
  };
};
