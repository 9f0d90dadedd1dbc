import { contactMessageText, contactUs } from '@quayside/contract/account/contact.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  makeAccount,
  makeTenant,
  sampleSettings,
  sampleSite,
  signedInCustomer,
  type TestTenant,
} from '../../testing/factories/factories.ts';
import { type MailApp, startMailApp } from '../../testing/mail-app.ts';
import { TestMailbox } from '../../testing/mailbox.ts';

const mailbox = new TestMailbox();
let app: MailApp;
let marina: TestTenant;

beforeAll(async () => {
  app = await startMailApp(mailbox);
  marina = await makeTenant(app, { name: 'Heron' });
});
afterAll(() => app.close());

const stored = (tenant: TestTenant, accountId: number) =>
  tenant.db
    .selectFrom('contact_messages')
    .select(['subject', 'subject_code', 'message', 'language', 'created_at'])
    .where('tenant_id', '=', tenant.id)
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();

async function customer(tenant = marina) {
  const account = await makeAccount(tenant, { title: 'Mrs', email: 'robin@example.com', mobile: '+447700900123' });
  const { client } = await signedInCustomer(app, tenant, account);
  const send = (message: string) => client.call(contactUs, { params: { guid: account.guid }, body: { message } });
  return { account, client, send };
}

test('[ACC-5] a message is stored with its subject, and mailed to the office, which answers its writer', async () => {
  const tenant = await makeTenant(app, { name: 'Tern Haven', sites: [sampleSite({ email: 'tern@example.com' })] });
  const { account, send } = await customer(tenant);
  expect((await send(contactMessageText('Berths', 'Is there one left?\n\nFor 12 m.'))).body).toEqual({ done: true });
  expect(await stored(tenant, account.id)).toEqual([
    {
      subject: 'Berths',
      subject_code: 'Berths',
      message: 'Is there one left?\n\nFor 12 m.',
      language: 'en-GB',
      created_at: app.clock.now(),
    },
  ]);
  const mail = await mailbox.mailTo('tern@example.com');
  expect(mail.subject).toBe('Message from Mrs Robin Test: Berths');
  expect(mail.replyTo).toEqual([{ name: 'Mrs Robin Test', address: 'robin@example.com' }]);
  for (const text of ['Is there one left?', 'For 12 m.', '+447700900123', String(account.id)]) {
    expect(mail.text).toContain(text);
  }
});

test('a subject of one’s own has no code; a text without one is all message', async () => {
  const { account, send } = await customer();
  await send('Subject: The heron on my boat\r\nIt eats {{subject}} & <b>$1</b>.');
  await send('Just a word.');
  expect(await stored(marina, account.id)).toMatchObject([
    { subject: 'The heron on my boat', subject_code: null, message: 'It eats {{subject}} & <b>$1</b>.' },
    { subject: '', subject_code: null, message: 'Just a word.' },
  ]);
  const mail = await mailbox.mailTo('quay@example.com', 'Message from Mrs Robin Test');
  expect(mail.text).toContain('Just a word.');
});

test('[SAFE-109] the subject of a message is kept on one line and in one direction', async () => {
  const tenant = await makeTenant(app);
  const { account, send } = await customer(tenant);
  await send(contactMessageText('Berths\u001b[2K\u2028\u202egnp', 'Is there one left?'));
  expect(await stored(tenant, account.id)).toMatchObject([{ subject: 'Berths [2K gnp' }]);
});

test('if the site has no address the marina’s gets the message; if neither has one, it is only stored', async () => {
  const sites = [sampleSite({ email: '' })];
  const settings = sampleSettings({ contact: { email: 'harbourmaster@example.com', telephone: '' } });
  await (await customer(await makeTenant(app, { sites, settings }))).send('Subject: Berths\nHello');
  expect((await mailbox.mailTo('harbourmaster@example.com')).text).toContain('Hello');

  const silent = await makeTenant(app, { sites, settings: { ...settings, contact: { email: '', telephone: '' } } });
  const { account, send } = await customer(silent);
  expect((await send('Subject: Berths\nHello')).status).toBe(200);
  expect(await stored(silent, account.id)).toHaveLength(1);
});

test.each([
  ['a message', `Subject: Berths\n${'x'.repeat(5_001)}`],
  ['a subject', `Subject: ${'x'.repeat(121)}\nHello`],
  ['no message', 'Subject: Berths\n  '],
])('[ACC-5] %s that is too long or missing is refused', async (_, text) => {
  const { account, send } = await customer();
  expect((await send(text)).body.responseStatus?.errorCode).toBe('INVALID_REQUEST');
  expect(await stored(marina, account.id)).toEqual([]);
});

test('an account sends at most ten messages an hour', async () => {
  const { account, send } = await customer();
  for (let sent = 0; sent < 10; sent++) expect((await send(`Subject: Berths\n${sent}`)).status).toBe(200);
  const refused = await send('Subject: Berths\nAnd another thing');
  expect([refused.status, refused.body.responseStatus?.errorCode]).toEqual([429, 'TOO_MANY_REQUESTS']);
  expect(await stored(marina, account.id)).toHaveLength(10);
});
