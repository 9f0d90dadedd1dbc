import { tenantText } from '../../lib/texts/texts.ts';
import { findForgottenLogin } from '../identity/identity.service.ts';
import { marinaSender, plainLetter } from '../letters/letters.exports.ts';
import type { MailWriter } from '../mail/mail.exports.ts';
import { startReset } from './reset-tokens.service.ts';

/**
 * Writes the mail with the link to a new password. The link is made with the mail and is nowhere else. It goes to an
 * address that is proven: an address that nobody has confirmed may be a stranger's (0019).
 */
export const passwordResetMail: MailWriter = async ({ db, tenant, clock, log }, { recipient, language, portalUrl }) => {
  const login = await findForgottenLogin(db, tenant.id, recipient);
  if (!login) return null;
  if (portalUrl === null) {
    log.warn('a password reset was asked for, but no address leads to the marina’s portal');
    return null;
  }
  const token = await startReset(db, tenant.id, login.id, clock.now());
  const text = (key: string) => tenantText(tenant, language, `passwordReset.${key}`, { marina: tenant.name });
  const isConfirmed = login.email === login.provenAddress;
  return {
    recipient: login.provenAddress,
    letter: plainLetter(text, {
      facts: isConfirmed ? [] : [{ label: text('signInWith'), value: login.email ?? '' }],
      next: [...(isConfirmed ? [] : [text('unconfirmed')]), text('life'), text('notYou')],
      action: { label: text('action'), url: `${portalUrl}/passwordResetForm/${token}` },
    }),
    sender: marinaSender(tenant, language, text('reason')),
    attachments: [],
  };
};

/** Tells a login's owner that its password has changed. */
export const passwordChangedMail: MailWriter = async ({ tenant }, { language, portalUrl }) => {
  const text = (key: string) => tenantText(tenant, language, `passwordChanged.${key}`, { marina: tenant.name });
  return {
    letter: plainLetter(text, {
      next: [text('sessions')],
      action: portalUrl === null ? null : { label: text('action'), url: `${portalUrl}/forgotten-password` },
    }),
    sender: marinaSender(tenant, language, text('reason')),
    attachments: [],
  };
};
