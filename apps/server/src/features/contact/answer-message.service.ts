import type { TenantDb } from '../../db/client.ts';
import { takeNumbers } from '../../db/numbers.ts';
import type { Tenant } from '../../http/context.ts';
import { recordEvents } from '../events/events.service.ts';
import { queueMail } from '../mail/mail.service.ts';
import { languageOfCustomer } from '../tenant/tenant.face.ts';
import { presentMessageAnswer } from './contact.presenter.ts';
import { type AnswerFacts, findAnswerFacts, insertAnswer, lockMessage } from './message-answers.queries.ts';

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
): Promise<{ facts: AnswerFacts; isNew: boolean } | null> {
  if (!(await lockMessage(trx, tenant.id, messageId))) return null;
  const last = await findAnswerFacts(trx, tenant.id, { messageId });
  if (last?.answer === answer) return { facts: last, isNew: false };
  const id = await takeNumbers(trx, tenant.id, 'message-answer');
  const row = { tenant_id: tenant.id, id, contact_message_id: messageId, answer, answered_at: now };
  await insertAnswer(trx, row);
  const facts = await findAnswerFacts(trx, tenant.id, { id });
  if (!facts) throw new Error(`answer ${id} was stored and is not there`);
  const object = presentMessageAnswer(facts);
  await recordEvents(trx, tenant.id, [{ type: 'message.answered', reference: null, object }], now);
  if (object.mailedTo !== null) {
    const mail = { kind: 'message-answer', recipient: object.mailedTo, answerId: id } as const;
    await queueMail(trx, tenant, { ...mail, language: languageOfCustomer(tenant, facts.language) }, now);
  }
  return { facts, isNew: true };
}
