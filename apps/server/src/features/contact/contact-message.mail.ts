import { tenantText } from '../../lib/texts/texts.ts';
import { titledFullName } from '../account/account.exports.ts';
import { siteSender } from '../letters/letters.exports.ts';
import type { MailWriter } from '../mail/mail.exports.ts';
import { findContactMessage } from './contact.queries.ts';

/** Brings a customer's message to the office. A reply to the mail goes to the customer. */
export const contactMessageMail: MailWriter<{ contactMessageId: number }> = async (
  { db, tenant },
  { language, contactMessageId },
) => {
  const sent = await findContactMessage(db, tenant.id, contactMessageId);
  if (!sent) return null;
  const name = titledFullName(sent);
  const text = (key: string, values = {}) =>
    tenantText(tenant, language, `contact.${key}`, { name, marina: tenant.name, ...values });
  const sender = siteSender(tenant, language, sent, text('reason'));
  const { subject } = sent;
  const facts = [
    { label: text('from'), value: name },
    { label: text('account'), value: String(sent.account_id) },
    { label: text('email'), value: sent.email },
    { label: text('telephone'), value: sent.mobile || sent.phone },
  ];
  return {
    letter: {
      subject: subject === '' ? text('mailSubjectNone') : text('mailSubject', { subject }),
      heading: subject || text('noSubject'),
      lead: text('lead'),
      notice: null,
      figure: null,
      facts: facts.filter(({ value }) => value !== ''),
      table: null,
      next: sent.message.split(/\r?\n/).filter((line) => line.trim() !== ''),
      action: null,
    },
    sender: { ...sender, office: { ...sender.office, heading: text('office') } },
    attachments: [],
    ...(sent.email === '' ? {} : { replyTo: { name, address: sent.email } }),
  };
};
