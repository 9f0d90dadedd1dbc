import { tenantText } from '../../lib/texts/texts.ts';
import { marinaSender, plainLetter } from '../letters/letters.exports.ts';
import type { MailWriter } from '../mail/mail.exports.ts';
import { emailOfLogin, findUsableLogin } from './identity.service.ts';

/** Tells a login's owner that it is locked for a while (decision C8.2), and how to open it. */
export const loginLockedMail = triesMail('loginLocked');

/** Tells a login's owner that it is slow for strangers, after many wrong passwords from many places. */
export const loginSlowMail = triesMail('loginSlow');

function triesMail(texts: 'loginLocked' | 'loginSlow'): MailWriter {
  return async ({ db, tenant }, { recipient, language, portalUrl }) => {
    const login = await findUsableLogin(db, tenant.id, recipient);
    if (!login) return null;
    const text = (key: string) => tenantText(tenant, language, `${texts}.${key}`, { marina: tenant.name });
    return {
      recipient: (await emailOfLogin(db, tenant.id, login.id)) ?? recipient,
      letter: plainLetter(text, {
        next: [text('open'), text('notYou')],
        action: portalUrl === null ? null : { label: text('action'), url: `${portalUrl}/forgotten-password` },
      }),
      sender: marinaSender(tenant, language, text('reason')),
      attachments: [],
    };
  };
}
