import { listContactMessages } from '@quayside/contract/account/contact.ts';
import { answerMessage, getMessageResource } from '@quayside/contract/integration/messages.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { auditOf } from '../../testing/audit.ts';
import { committedEvents } from '../../testing/events.ts';
import {
  makeAccount,
  makeTenant,
  sampleSettings,
  type SignedIn,
  signedInCustomer,
  type TestTenant,
} from '../../testing/factories/factories.ts';
import { programOf } from '../../testing/factories/integration.ts';
import { makeMessage } from '../../testing/factories/messages.ts';
import { codeOf, type HttpClient } from '../../testing/http-client.ts';
import { type MailApp, startMailApp } from '../../testing/mail-app.ts';
import { TestMailbox } from '../../testing/mailbox.ts';

const mailbox = new TestMailbox();
const languages = ['en-GB', 'de-DE', 'fr-FR', 'es-ES', 'nl-NL', 'ar'];
let app: MailApp;
let marina: TestTenant;
let jo: SignedIn;
let email: string;
let program: HttpClient;
beforeAll(async () => {
  app = await startMailApp(mailbox);
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set('2026-05-16T09:00:00Z');
  const culture = { ...sampleSettings().culture, defaultLanguage: 'nl-NL', availableLanguages: languages };
  marina = await makeTenant(app, {
    name: 'Heron',
    hosts: [`${crypto.randomUUID()}.example.com`],
    settings: sampleSettings({ culture, rootUrl: 'https://heron.example.com' }),
  });
  email = `${crypto.randomUUID()}@example.com`;
  jo = await signedInCustomer(app, marina, await makeAccount(marina, { email }));
  await marina.db.updateTable('accounts').set({ reference: 'C-1' }).execute();
  program = await programOf(app, marina);
});

const write = (overrides: Parameters<typeof makeMessage>[2] = {}, of = jo) =>
  makeMessage(marina.db, { tenantId: marina.id, accountId: of.account.id }, overrides);
const answer = (number: number, text = 'Yes, B 17 is free.\n\nShall we keep it?', headers = {}, by = program) =>
  by.call(answerMessage, { params: { number }, body: { answer: text } }, headers);
const shownTo = async ({ client, account }: SignedIn) =>
  (await client.call(listContactMessages, { params: { guid: account.guid } })).body.items;
const mails = () => marina.db.selectFrom('mails').select('recipient').where('kind', '=', 'message-answer').execute();

test('[API-8] a program answers a message: the customer reads it in the portal and in a mail', async () => {
  const number = await write();
  const { status, body } = await answer(number);
  expect([status, body]).toEqual([
    200,
    {
      number: 1,
      message: number,
      account: 'C-1',
      accountNumber: jo.account.id,
      subject: 'Berths',
      answer: 'Yes, B 17 is free.\n\nShall we keep it?',
      answeredAt: '2026-05-16T09:00:00.000Z',
      mailedTo: email,
    },
  ]);
  const answered = { answer: body.answer, answeredAt: body.answeredAt };
  const sentAt = '2026-05-16T08:00:00.000Z';
  const shown = { subject: 'Berths', message: 'Is there one left?', sentAt };
  expect(await shownTo(jo)).toEqual([{ id: number, ...shown, answers: [answered] }]);
  expect((await program.call(getMessageResource, { params: { number } })).body).toEqual({
    number,
    account: 'C-1',
    accountNumber: jo.account.id,
    language: 'en-GB',
    ...shown,
    answers: [{ number: 1, ...answered }],
  });
  const mail = await mailbox.mailTo(email);
  expect(mail.subject).toBe('Answer to your message: Berths');
  const link = 'https://heron.example.com/secure/contact-us';
  for (const text of ['Yes, B 17 is free.', 'Shall we keep it?', 'in the portal, under “Contact us”', link])
    expect(mail.text).toContain(text);
  // The answer comes before the button to all answers.
  for (const part of [String(mail.text), String(mail.html)])
    expect(part.indexOf('Shall we keep it?')).toBeLessThan(part.indexOf(link));
  expect(await committedEvents(marina)).toEqual([{ type: 'message.answered', reference: null, object: body }]);
  expect((await auditOf(marina)).at(-1)).toMatchObject({
    event: 'message.answered',
    actor: { kind: 'integration', name: 'Back office' },
    accountId: jo.account.id,
    subject: { type: 'message', id: String(number) },
    details: { answer: 1 },
  });
});

test.each([
  ['de-DE', 'Antwort auf Ihre Nachricht'],
  ['fr-FR', 'Réponse à votre message'],
  ['es-ES', 'Respuesta a su mensaje'],
  ['nl-NL', 'Antwoord op uw bericht'],
  ['ar', 'رد على رسالتك'],
  ['da-DK', 'Antwoord op uw bericht'],
])('[API-8] the mail is in the language of the message, if the marina offers it: %s', async (language, subject) => {
  await answer(await write({ language, subject: '' }));
  expect((await mailbox.mailTo(email)).subject).toBe(subject);
});

test('[API-8] one idempotency key makes one answer, and repeating the last one changes nothing', async () => {
  const number = await write();
  const once = { 'idempotency-key': 'first' };
  const answers = await Promise.all([
    answer(number, 'Yes.', once),
    answer(number, 'Yes.', once),
    answer(number, 'Yes.'),
  ]);
  expect(answers.map(({ status, body }) => [status, body.number])).toEqual([1, 2, 3].map(() => [200, 1]));
  expect(codeOf(await answer(number, 'No.', once))).toBe('409 IDEMPOTENCY_KEY_CONFLICT');
  expect((await answer(number, '  Not any more.  ')).body).toMatchObject({ number: 2, answer: 'Not any more.' });
  // It answers another one than the last, so it is an answer of its own.
  expect((await answer(number, 'Yes.')).body.number).toBe(3);
  expect((await shownTo(jo))[0]?.answers.map((each) => each.answer)).toEqual(['Yes.', 'Not any more.', 'Yes.']);
  expect([(await mails()).length, (await committedEvents(marina)).length]).toEqual([3, 3]);
});

test('[API-8] no answer without a text or with too long a one, to an unknown message or another marina’s', async () => {
  const number = await write();
  for (const text of ['', '  \n', 'x'.repeat(5_001)])
    expect(codeOf(await answer(number, text))).toBe('400 INVALID_REQUEST');
  for (const wrong of [number + 1, 2_147_483_647]) expect(codeOf(await answer(wrong))).toBe('404 NOT_FOUND');
  const strange = await programOf(app, await makeTenant(app));
  expect(codeOf(await answer(number, 'Yes.', {}, strange))).toBe('404 NOT_FOUND');
  expect(codeOf(await strange.call(getMessageResource, { params: { number } }))).toBe('404 NOT_FOUND');
  const reader = await programOf(app, marina, { scopes: ['messages:read', 'documents:write'] });
  const refused = await answer(number, 'Yes.', {}, reader);
  expect([codeOf(refused), refused.body.responseStatus?.meta]).toEqual([
    '403 SCOPE_MISSING',
    { scope: 'messages:write' },
  ]);
  expect([await mails(), await committedEvents(marina), (await shownTo(jo))[0]?.answers]).toEqual([[], [], []]);
});

test('[API-8] a closed account or one without an address gets no mail, and the answer says so', async () => {
  const number = await write();
  await marina.db.updateTable('accounts').set({ email: '' }).execute();
  expect((await answer(number, 'Yes.')).body.mailedTo).toBeNull();
  expect((await shownTo(jo))[0]?.answers).toMatchObject([{ answer: 'Yes.' }]);
  await marina.db.updateTable('accounts').set({ email, closed_at: app.clock.now() }).execute();
  expect((await answer(number, 'No.')).body.mailedTo).toBeNull();
  expect(await mails()).toEqual([]);
});

test('[API-8] customers read only their own messages, the latest first, and at most 50', async () => {
  const first = await write({ subject: 'First' });
  const second = await write({ subject: 'Second', sentAt: new Date('2026-05-16T08:30:00Z') });
  const robin = await signedInCustomer(app, marina);
  await write({ subject: 'Robin’s' }, robin);
  expect((await shownTo(jo)).map(({ id }) => id)).toEqual([second, first]);
  await answer(first);
  expect((await shownTo(jo)).map(({ id }) => id)).toEqual([first, second]);
  const foreign = await robin.client.call(listContactMessages, { params: { guid: jo.account.guid } });
  expect(codeOf(foreign)).toBe('404 NOT_FOUND');
  for (let more = 0; more < 50; more++) await write({ sentAt: new Date('2026-05-16T08:45:00Z') });
  const shown = (await shownTo(jo)).map(({ id }) => id);
  expect([shown.length, shown[0], shown.includes(second)]).toEqual([50, first, false]);
});
