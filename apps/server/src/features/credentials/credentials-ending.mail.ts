import { formatDay } from '../../lib/texts/formats.ts';
import { tenantText } from '../../lib/texts/texts.ts';
import { marinaSender, plainLetter } from '../letters/letters.exports.ts';
import type { MailWriter } from '../mail/mail.exports.ts';
import { siteDay } from '../tenant/tenant.exports.ts';
import { credentialsWithEnd } from './credential-ends.service.ts';

/** Tells the office of keys and certificates that end soon. Null if all have been renewed meanwhile. */
export const credentialsEndingMail: MailWriter<{ references: string[] }> = async (
  { db, tenant, clock },
  { language, references },
) => {
  const ending = (await credentialsWithEnd({ db, tenant }, clock.now())).filter(({ reference }) =>
    references.includes(reference),
  );
  if (ending.length === 0) return null;
  const text = (key: string, values: Record<string, string> = {}) =>
    tenantText(tenant, language, `credentialsEnding.${key}`, { marina: tenant.name, ...values });
  const kinds = new Set(ending.map(({ kind }) => kind));
  return {
    letter: plainLetter(text, {
      facts: ending.map(({ kind, name, endsAt }) => ({
        label: text(`${kind}.label`),
        value: text('until', { name, day: formatDay(siteDay(endsAt, 'UTC'), language) }),
      })),
      next: [...kinds].map((kind) => text(`${kind}.next`)),
    }),
    sender: marinaSender(tenant, language, text('reason')),
    attachments: [],
  };
};
