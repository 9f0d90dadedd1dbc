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
  const message = await findContactMessage(db, tenant.id, contactMessageId);
  if (!message) return null;
  const name = titledFullName(message);
  const text = (key: string, values = {}) =>
    tenantText(tenant, language, `contact.${key}`, { name, marina: tenant.name, ...values });
  const sender = siteSender(tenant, language, message, text('reason'));
  const { subject } = message;
  const facts = [
    { label: text('from'), value: name },
    { label: text('account'), value: String(message.account_id) },
    { label: text('email'), value: message.email },
    { label: text('telephone'), value: message.mobile || message.phone },
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
      next: message.message.split(/\r?\n/).filter((line) => line.trim() !== ''),
      action: null,
    },
    sender: { ...sender, office: { ...sender.office, heading: text('office') } },
    attachments: [],
    ...(message.email === '' ? {} : { replyTo: { name, address: message.email } }),
  };
};
