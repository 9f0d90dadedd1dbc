import { z } from 'zod';
import { call } from '../shared/call.ts';
import { Instant, RunningNumber } from '../shared/common.ts';
import { contactLimits } from '../account/contact.ts';
import { eventsOf } from './event.ts';
import { documented, Filters, ListQuery, pageOf, Tracked } from './resource.ts';

const answered = {
  number: 2,
  answer: 'Yes, B 17 is free from 1 August. Shall we keep it for you?',
  answeredAt: '2026-05-16T10:00:00.000Z',
};

const message = 'Is there a berth for a 12 m boat in August?';

/** A customer's message to the office, with the answers of the office. */
export const MessageResource = documented(
  z.object({
    number: z.number().int(),
    account: z.string().nullable(),
    accountNumber: z.number().int(),
    subject: z.string(),
    message: z.string(),
    language: z.string(),
    sentAt: Instant,
    answers: z.array(z.object({ number: z.number().int(), answer: z.string(), answeredAt: Instant })),
  }),
  {
    number: [4, 'The number of the message in the portal.'],
    account: ['C-1001'],
    accountNumber: [7, 'The number of the customer in the portal.'],
    subject: ['Berths', 'Empty if the customer gave none.'],
    message: [message],
    language: ['en-GB', 'The language in which the customer read the portal.'],
    sentAt: ['2026-05-16T09:00:00.000Z'],
    answers: [[answered], 'The answers of the office, in the order in which it gave them.'],
  },
);

const example: z.input<typeof MessageResource> = {
  number: 4,
  account: 'C-1001',
  accountNumber: 7,
  subject: 'Berths',
  message,
  language: 'en-GB',
  sentAt: '2026-05-16T09:00:00.000Z',
  answers: [],
};

/** An answer of the office to a message. */
export const MessageAnswer = documented(
  z.object({
    number: z.number().int(),
    message: z.number().int(),
    account: z.string().nullable(),
    accountNumber: z.number().int(),
    subject: z.string(),
    answer: z.string(),
    answeredAt: Instant,
    mailedTo: z.string().nullable(),
  }),
  {
    number: [2, 'The number of the answer in the portal.'],
    message: [4, 'The number of the message.'],
    account: ['C-1001'],
    accountNumber: [7, 'The number of the customer in the portal.'],
    subject: ['Berths', 'The subject of the message.'],
    answer: [answered.answer],
    answeredAt: [answered.answeredAt],
    mailedTo: ['jo.sailor@example.com', 'The address on file. Null if the account has none or is closed: no mail.'],
  },
);

const { number: messageNumber, account, accountNumber, subject } = example;

export const messageEvents = {
  ...eventsOf(MessageResource, example, { 'message.received': 'A customer wrote to the office' }),
  ...eventsOf(
    MessageAnswer,
    { ...answered, message: messageNumber, account, accountNumber, subject, mailedTo: 'jo.sailor@example.com' },
    { 'message.answered': 'The office answered a message' },
  ),
};

const byNumber = z.strictObject({
  number: RunningNumber.meta({ description: 'The number of the message, as in its events.', examples: [4] }),
});

/** A message in a list. It changes with each answer. */
export const ListedMessage = documented(MessageResource.extend(Tracked), {});

export const listMessages = call({
  name: 'messages.list',
  summary: 'The messages of customers, with their answers',
  method: 'GET',
  path: 'integration/v1/messages',
  access: 'integration',
  scopes: ['messages:read'],
  query: ListQuery.extend({ account: Filters.account }),
  answer: pageOf(ListedMessage),
});

export const getMessageResource = call({
  name: 'messages.get',
  summary: 'One message of a customer, with its answers',
  method: 'GET',
  path: 'integration/v1/messages/:number',
  access: 'integration',
  scopes: ['messages:read'],
  params: byNumber,
  versioned: true,
  answer: MessageResource,
});

export const answerMessage = call({
  name: 'messages.answer',
  summary: 'Answer a message. The customer reads the answer in the portal and in an e-mail',
  method: 'POST',
  path: 'integration/v1/messages/:number/answers',
  access: 'integration',
  scopes: ['messages:write'],
  idempotent: true,
  params: byNumber,
  body: documented(z.strictObject({ answer: z.string().trim().regex(/\S/).max(contactLimits.answer) }), {
    answer: [answered.answer, 'Your words to the customer. The last answer once more is the same answer.'],
  }),
  answer: MessageAnswer,
});
