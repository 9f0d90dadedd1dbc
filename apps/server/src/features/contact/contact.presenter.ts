import type { ContactMessage } from '@quayside/contract/account/contact.ts';
import type { ListedMessage, MessageAnswer, MessageResource } from '@quayside/contract/integration/messages.ts';
import type { z } from 'zod';
import type {
  AccountMessageRow,
  MessageAnswerDetails,
  AnswerRow,
  ListedMessageRow,
  MessageRow,
} from './message-answers.queries.ts';

const instantOf = ({ answeredAt }: AnswerRow) => new Date(answeredAt).toISOString();

/** Presents a message to the customer who wrote it. */
export const presentContactMessage = (row: AccountMessageRow): ContactMessage => ({
  id: row.id,
  subject: row.subject,
  message: row.message,
  sentAt: row.created_at.toISOString(),
  answers: row.answers.map((each) => ({ answer: each.answer, answeredAt: instantOf(each) })),
});

/** Presents a message to the marina's programs. */
export const presentMessageResource = (row: MessageRow): z.input<typeof MessageResource> => ({
  number: row.id,
  account: row.account,
  accountNumber: row.account_id,
  subject: row.subject,
  message: row.message,
  language: row.language,
  sentAt: row.created_at.toISOString(),
  answers: row.answers.map((each) => ({ number: each.number, answer: each.answer, answeredAt: instantOf(each) })),
});

/** Presents a message in a list. */
export const presentListedMessage = (row: ListedMessageRow): z.input<typeof ListedMessage> => ({
  ...presentMessageResource(row),
  updatedAt: row.updated_at.toISOString(),
});

/** Presents an answer to the marina's programs. A closed account, or one without an address, gets no mail. */
export const presentMessageAnswer = (row: MessageAnswerDetails): z.input<typeof MessageAnswer> => ({
  number: row.id,
  message: row.contact_message_id,
  account: row.account,
  accountNumber: row.account_id,
  subject: row.subject,
  answer: row.answer,
  answeredAt: row.answered_at.toISOString(),
  mailedTo: row.is_closed || row.email === '' ? null : row.email,
});
