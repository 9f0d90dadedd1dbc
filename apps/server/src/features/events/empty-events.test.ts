import { eventKinds } from '@quayside/contract/integration/events/events.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { personalFields } from './empty-events.queries.ts';

/** The fields that stay in an erased customer's events: names of things, times, states and the marina's own texts. */
const notPersonal = new Set(
  [
    'account agreement boat creditedOrder invoiceNumber merchantReference number payment reference',
    'addedOn answeredAt cancelledOn changedAt closedOn createdAt createdOn dueOn endsOn expiresOn invoicedOn joinedOn',
    'movedAt paidAt reviewedAt sentAt signBy signedAt startsOn updatedAt uploadedAt viewedAt withdrawnOn',
    'contentType currency errorCode group language list method relationship review sha256 source status type',
  ].flatMap((names) => names.split(' ')),
);

/** Objects in which the marina, and no customer, is described, and lists that hold no words about a person. */
const withoutPerson = ['site.created', 'site.changed', 'webhook.test'];
const lists = ['allocations', 'answers', 'chosen', 'lines', 'refunds'];

// A title is a person's only in an account's events. The erasure empties it in these.
const emptied = [...personalFields, 'title'];

/** Returns the fields of an event's object that may hold a text. */
const textsOf = (object: z.ZodType): string[] =>
  Object.entries((z.toJSONSchema(object, { unrepresentable: 'any', io: 'input' }).properties ?? {}) as object)
    .filter(([, field]) => JSON.stringify(field).includes('"string"'))
    .map(([name]) => name);

test('[RUN-10] an erasure empties each text of an event that may be about a person', () => {
  const undecided = Object.entries(eventKinds)
    .filter(([type]) => !withoutPerson.includes(type))
    .flatMap(([type, { object }]) => textsOf(object as z.ZodType).map((name) => ({ type, name })))
    .filter(({ name }) => !notPersonal.has(name) && ![...emptied, ...lists].includes(name));
  const decide = 'add each field to `personalFields` if it may be about a person, else to `notPersonal` of this test';
  expect(undecided, decide).toEqual([]);
});
