import { tenantText } from '../../lib/texts/texts.ts';
import { plainLetter, siteSender } from '../letters/letters.exports.ts';
import type { MailWriter } from '../mail/mail.exports.ts';
import { maskEmail } from '../../lib/texts/mask-email.ts';
import { findAccountForMail } from './account.queries.ts';
import { titledFullName } from './account-details.rules.ts';

/** Tells the old address that the marina's mails now go to another one. */
export const emailChangedMail: MailWriter<{ accountId: number }> = async (
  { db, tenant },
  { language, accountId, portalUrl },
) => {
  const account = await findAccountForMail(db, tenant.id, accountId);
  if (!account) return null;
  const text = (key: string) =>
    tenantText(tenant, language, `emailChanged.${key}`, { marina: tenant.name, name: titledFullName(account) });
  return {
    letter: plainLetter(text, {
      facts: [{ label: text('newAddress'), value: maskEmail(account.email) }],
      next: [text('signIn'), text('notYou')],
      action:
        portalUrl === null ? null : { label: tenantText(tenant, language, 'mail.openPortal'), url: `${portalUrl}/` },
    }),
    sender: siteSender(tenant, language, account, text('reason')),
    attachments: [],
  };
};
