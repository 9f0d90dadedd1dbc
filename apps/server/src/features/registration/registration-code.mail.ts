import { tenantText } from '../../lib/texts/texts.ts';
import { marinaSender } from '../letters/letters.exports.ts';
import type { MailWriter } from '../mail/mail.exports.ts';
import { findUnregistered } from './registration.queries.ts';
import { issueRenewalCode } from './renewal-codes.service.ts';

/**
 * Writes the mail with an account's registration code, to its address on file. The code is made with the mail and is
 * nowhere else. The link holds it.
 */
export const registrationCodeMail: MailWriter<{ accountId: number }> = async (
  { db, tenant, clock },
  { recipient, language, accountId, portalUrl },
) => {
  const account = await findUnregistered(db, tenant.id, accountId);
  if (account?.email !== recipient) return null;
  const code = await issueRenewalCode(db, tenant.id, accountId, clock.now());
  if (code === null) return null;
  const text = (key: string) => tenantText(tenant, language, `registrationCode.${key}`, { marina: tenant.name });
  return {
    letter: {
      subject: text('subject'),
      heading: text('heading'),
      lead: text('lead'),
      figure: { label: text('code'), value: code },
      notice: null,
      facts: [],
      table: null,
      next: [text('next'), text('notYou')],
      action:
        portalUrl === null
          ? null
          : { label: text('action'), url: `${portalUrl}/register/renewal-token?renewal-token=${code}` },
    },
    sender: marinaSender(tenant, language, text('reason')),
    attachments: [],
  };
};
