import { formatDay } from '../../lib/texts/formats.ts';
import { tenantText } from '../../lib/texts/texts.ts';
import { marinaSender, plainLetter } from '../letters/letters.exports.ts';
import type { MailWriter } from '../mail/mail.exports.ts';
import { startMailLink } from './mail-links.service.ts';

/** Asks a customer for one thing. The link is made with the mail and works once. */
export const mailLinkMail: MailWriter = async ({ db, tenant, log }, { id, recipient, language, portalUrl }) => {
  if (portalUrl === null) {
    log.warn('a link is to be mailed, but no address leads to the marina’s portal');
    return null;
  }
  const link = await startMailLink(db, tenant.id, id, recipient);
  if (!link) return null;
  const { signBy } = link;
  const day = signBy === null ? '' : formatDay(signBy, language);
  const values = { marina: tenant.name, number: link.number ?? '', day };
  const text = (key: string) => tenantText(tenant, language, `mailLink.${key}`, values);
  return {
    letter: plainLetter((key) => text(`${link.target}.${key}`), {
      next: [...(signBy === null ? [] : [text('agreement.signBy')]), text('life'), text('passedOn')],
      action: { label: text(`${link.target}.action`), url: `${portalUrl}/redirect/${id}/${link.token}` },
    }),
    sender: marinaSender(tenant, language, text('reason')),
    attachments: [],
  };
};
