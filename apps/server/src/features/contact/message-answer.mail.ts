import { formatInstant } from '../../lib/texts/formats.ts';
import { tenantText } from '../../lib/texts/texts.ts';
import { plainLetter, siteSender } from '../letters/letters.exports.ts';
import type { MailWriter } from '../mail/mail.exports.ts';
import { findMessageAnswer } from './message-answers.queries.ts';

/** Brings an answer of the office to its customer. Null if the customer has another address meanwhile. */
export const messageAnswerMail: MailWriter<{ answerId: number }> = async (
  { db, tenant },
  { recipient, language, portalUrl, answerId },
) => {
  const facts = await findMessageAnswer(db, tenant.id, { id: answerId });
  if (!facts || facts.is_closed || facts.email !== recipient) return null;
  const text = (key: string, values = {}) =>
    tenantText(tenant, language, `messageAnswer.${key}`, { marina: tenant.name, ...values });
  const { subject } = facts;
  const lines = facts.answer.split(/\r?\n/).filter((line) => line.trim() !== '');
  return {
    letter: {
      ...plainLetter(text, {
        facts: [
          ...(subject === '' ? [] : [{ label: text('about'), value: subject }]),
          { label: text('sentOn'), value: formatInstant(facts.created_at, language, facts.time_zone) },
        ],
        quote: lines,
        next: [text('next')],
        action: portalUrl === null ? null : { label: text('action'), url: `${portalUrl}/secure/contact-us` },
      }),
      ...(subject === '' ? {} : { subject: text('subjectAbout', { subject }) }),
    },
    sender: siteSender(tenant, language, facts, text('reason')),
    attachments: [],
  };
};
