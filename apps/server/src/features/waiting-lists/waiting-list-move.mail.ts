import { tenantText } from '../../lib/texts/texts.ts';
import { plainLetter, siteSender } from '../letters/letters.exports.ts';
import type { MailWriter } from '../mail/mail.exports.ts';
import { findEntryById } from './waiting-list-entries.queries.ts';

/** Tells a customer of a move on a waiting list. Null if the entry has gone or was moved again meanwhile. */
export const waitingListMoveMail: MailWriter<{ listId: number; accountId: number; movedAt: string }> = async (
  { db, tenant },
  { recipient, language, listId, accountId, movedAt, portalUrl },
) => {
  const entry = await findEntryById(db, tenant.id, { listId, accountId });
  if (!entry || entry.is_closed || entry.email !== recipient) return null;
  if (entry.position === null || entry.moved_at?.toISOString() !== movedAt) return null;
  const values = { marina: tenant.name, list: entry.title, reason: entry.move_reason };
  const text = (key: string) => tenantText(tenant, language, `waitingListMove.${key}`, values);
  const direction = entry.moved_up === true ? 'up' : 'down';
  return {
    letter: plainLetter((key) => text(`${direction}.${key}`), {
      figure: { label: text('position'), value: String(entry.position) },
      notice: text('reason'),
      next: [text('next')],
      action: portalUrl === null ? null : { label: text('action'), url: `${portalUrl}/secure/waiting-lists` },
    }),
    sender: siteSender(tenant, language, entry, text('why')),
    attachments: [],
  };
};
