import type { TenantDb } from '../../db/client.ts';
import { takeNumbers } from '../../db/sql/numbers.ts';
import type { Tenant } from '../../http/context.ts';
import { recordEvents } from '../events/events.service.ts';
import { queueMail } from '../mail/mail.service.ts';
import { languageOfCustomer } from '../tenant/tenant.exports.ts';
import { presentMessageAnswer } from './contact.presenter.ts';
import { type MessageAnswerDetails, findMessageAnswer, insertAnswer, lockMessage } from './message-answers.queries.ts';

export interface Answer {
  messageId: number;
  /** The text that the customer reads. */
  answer: string;
}

/**
 * Stores an answer of the office to a message, with its event and the mail to the customer. The last answer once more
 * does nothing. The caller writes the audit entry, as the last statement of the transaction.
 * @returns null if there is no such message
 */
export async function answerMessage(
  trx: TenantDb,
  tenant: Tenant,
  { messageId, answer }: Answer,
  now: Date,
): Promise<{ answered: MessageAnswerDetails; isNew: boolean } | null> {
  if (!(await lockMessage(trx, tenant.id, messageId))) return null;
  const last = await findMessageAnswer(trx, tenant.id, { messageId });
  if (last?.answer === answer) return { answered: last, isNew: false };
  const id = await takeNumbers(trx, tenant.id, 'message-answer');
  const row = { tenant_id: tenant.id, id, contact_message_id: messageId, answer, answered_at: now };
  await insertAnswer(trx, row);
  const answered = await findMessageAnswer(trx, tenant.id, { id });
  if (!answered) throw new Error(`answer ${id} was stored and is not there`);
  const object = presentMessageAnswer(answered);
  await recordEvents(trx, tenant.id, [{ type: 'message.answered', reference: null, object }], now);
  if (object.mailedTo !== null) {
    const mail = { kind: 'message-answer', recipient: object.mailedTo, answerId: id } as const;
    await queueMail(trx, tenant, { ...mail, language: languageOfCustomer(tenant, answered.language) }, now);
  }
  return { answered, isNew: true };
}
