import { formatDay } from '../../lib/texts/formats.ts';
import { tenantText } from '../../lib/texts/texts.ts';
import { marinaSender, plainLetter } from '../letters/letters.exports.ts';
import { siteDay } from '../tenant/tenant.exports.ts';
import type { MailWriter } from './mail-kind.types.ts';
import { listUndelivered } from './undelivered.queries.ts';

/** The most mails that one mail names. */
const mostNamed = 30;

/** Tells the office of mails that did not arrive. Null if all have arrived meanwhile. */
export const undeliveredMail: MailWriter<{ mailIds: number[] }> = async ({ db, tenant }, { language, mailIds }) => {
  const mails = await listUndelivered(db, tenant.id, mailIds);
  if (mails.length === 0) return null;
  const text = (key: string, values: Record<string, string | number> = {}) =>
    tenantText(tenant, language, `mailsUndelivered.${key}`, { marina: tenant.name, ...values });
  const facts = mails.slice(0, mostNamed).map(({ recipient, created_at, failed_at }) => ({
    label: recipient,
    value: text(failed_at === null ? 'waiting' : 'refused', { day: formatDay(siteDay(created_at, 'UTC'), language) }),
  }));
  const more = mails.length - facts.length;
  return {
    letter: plainLetter(text, {
      facts,
      next: [...(more > 0 ? [text('more', { more })] : []), text('next')],
    }),
    sender: marinaSender(tenant, language, text('reason')),
    attachments: [],
  };
};
