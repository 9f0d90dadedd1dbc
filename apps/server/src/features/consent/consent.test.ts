import { getAccount } from '@quayside/contract/account/account.ts';
import { apiBase } from '@quayside/contract/shared/call.ts';
import {
  getConsentInfo,
  getConsentInfoByAccount,
  saveConsentGroups,
  sendConsentLink,
  unsubscribe,
  updateConsentGroups,
  updateConsentGroupsByGuid,
} from '@quayside/contract/account/consent.ts';
import { listConsents, patchConsentGroup, putConsentGroup } from '@quayside/contract/integration/consents.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import {
  consentKey,
  consentsOf,
  giveConsent,
  makeConsentGroup,
  makeUnsubscribableMail,
} from '../../testing/factories/consents.ts';
import {
  makeAccount,
  makeTenant,
  sampleSettings,
  signedInCustomer,
  type TestAccount,
  type TestTenant,
} from '../../testing/factories/factories.ts';
import { programOf } from '../../testing/factories/integration.ts';
import { startMailWorker } from '../../testing/mail-worker.ts';
import { TestMailbox } from '../../testing/mailbox.ts';

let app: TestApp;
let marina: TestTenant;
let news: number;
let storms: number;

beforeAll(async () => {
  app = await startTestApp();
  marina = await makeTenant(app, { hosts: ['consent.localhost'] });
  news = await makeConsentGroup(marina);
  storms = await makeConsentGroup(marina, { 'en-GB': 'Storm warnings' });
});
afterAll(() => app.close());

const unknown = '00000000-0000-4000-8000-000000000000';
const isGranted = (groups: { consentGroupId: number; isGranted: boolean }[]) =>
  Object.fromEntries(groups.map((group) => [group.consentGroupId, group.isGranted]));
const choices = async (account: TestAccount) =>
  (await consentsOf(marina, account)).map((row) => [row.consent_group_id, row.granted, row.source]);

describe('with an account’s consent key', () => {
  test('[SAFE-1] an unknown, foreign or closed account’s key and any account’s guid get the same answer', async () => {
    const open = await makeAccount(marina);
    const closed = await makeAccount(marina, { closed_at: new Date('2026-01-01T00:00:00Z') });
    const other = await makeTenant(app);
    const elsewhere = await makeAccount(other);
    const client = app.client(marina.key);
    const theirs = await consentKey(other, elsewhere);
    for (const guid of [unknown, await consentKey(marina, closed), theirs, open.guid]) {
      for (const call of [getConsentInfo, getConsentInfoByAccount]) {
        expect((await client.call(call, { params: { guid } })).body.responseStatus?.errorCode).toBe('NOT_FOUND');
      }
      const body = { idBools: { [news]: true } };
      expect((await client.call(updateConsentGroups, { params: { guid }, body })).status).toBe(404);
    }
  });

  test('[ACC-4] it tells the groups in the reader’s language, and of the person a masked e-mail alone', async () => {
    const account = await makeAccount(marina, { email: 'jo.sailor@example.com' });
    await giveConsent(marina, account, storms);
    const ask = { params: { guid: (await consentKey(marina, account)).toUpperCase() } };
    const { body } = await app.client(marina.key).call(getConsentInfo, ask, { 'accept-language': 'fr-FR' });
    expect(body).toEqual({
      maskedEmail: 'j***@example.com',
      consentInfo: [
        { consentGroupId: news, externalDescription: 'Nouvelles par e-mail', isGranted: false },
        { consentGroupId: storms, externalDescription: 'Storm warnings', isGranted: true },
      ],
    });
  });

  test('[ACC-4] asking changes nothing; what is sent is recorded with where it came from and when', async () => {
    const account = await makeAccount(marina);
    const params = { guid: await consentKey(marina, account) };
    const client = app.client(marina.key);
    await client.call(getConsentInfo, { params });
    expect(await choices(account)).toEqual([]);
    const idBools = [
      { id: news, bool: true },
      { id: storms, isGranted: false },
    ];
    const { body } = await client.call(updateConsentGroups, {
      params,
      body: { accountGuid: params.guid, emailMessageId: 'mail-7', idBools },
    });
    expect(isGranted(body.consentInfo)).toEqual({ [news]: true, [storms]: false });
    expect(await consentsOf(marina, account)).toEqual([
      {
        consent_group_id: news,
        granted: true,
        source: 'consent-page',
        email_message_id: 'mail-7',
        recorded_at: app.clock.now(),
      },
    ]);
  });

  test('[ACC-4] the path’s other order and an object of choices work; the server sets the source', async () => {
    const account = await makeAccount(marina);
    const params = { guid: await consentKey(marina, account) };
    const body = { idBools: { [storms]: true }, source: 'office' as const };
    const answer = await app.client(marina.key).call(updateConsentGroupsByGuid, { params, body });
    expect(isGranted(answer.body.consentInfo)).toEqual({ [news]: false, [storms]: true });
    expect(await choices(account)).toEqual([[storms, true, 'consent-page']]);
  });

  test('an unknown group, another account in the body, and an unknown source change nothing', async () => {
    const account = await makeAccount(marina);
    const params = { guid: await consentKey(marina, account) };
    const client = app.client(marina.key);
    const send = async (body: object) =>
      (await client.call(updateConsentGroups, { params, body: body as never })).status;
    expect(await send({ idBools: { [news]: true, 999: true } })).toBe(400);
    expect(await send({ idBools: { [news]: true }, accountGuid: unknown })).toBe(404);
    expect(await send({ idBools: { [news]: true }, source: 'rumour' })).toBe(400);
    expect(await choices(account)).toEqual([]);
  });
});

describe('its limits', () => {
  test('[SAFE-3] [SAFE-94] after sixty wrong keys a network’s wrong ones are refused, right ones never', async () => {
    const tenant = await makeTenant(app);
    const params = { guid: await consentKey(tenant, await makeAccount(tenant)) };
    const client = app.client(tenant.key);
    const ask = async (guid: string) => (await client.call(getConsentInfo, { params: { guid } })).status;
    for (let time = 0; time < 3; time++) expect(await ask(params.guid)).toBe(200);
    expect(await tenant.db.selectFrom('rate_limits').select('hits').execute()).toEqual([]);
    expect(await ask(unknown)).toBe(404);
    await tenant.db.updateTable('rate_limits').set({ hits: 60 }).execute();
    expect([await ask(unknown), await ask(params.guid)]).toEqual([429, 200]);
  });

  test('[SAFE-3] thirty changes an hour for an account', async () => {
    const tenant = await makeTenant(app);
    const group = await makeConsentGroup(tenant);
    const params = { guid: await consentKey(tenant, await makeAccount(tenant)) };
    const save = async () =>
      (await app.client(tenant.key).call(updateConsentGroups, { params, body: { idBools: { [group]: true } } })).status;
    expect(await save()).toBe(200);
    await tenant.db.updateTable('rate_limits').set({ hits: 30 }).execute();
    expect(await save()).toBe(429);
  });
});

describe('with the link of an older mail', () => {
  const ask = (tenant: TestTenant, accountGuid: string) =>
    app.client(tenant.key).call(sendConsentLink, { body: { accountGuid } });

  test('[ACC-4] a working link is mailed to the address on file; an unknown guid gets the same answer', async () => {
    const mailbox = new TestMailbox();
    const worker = await startMailWorker(app, mailbox);
    const email = 'old.link@example.com';
    const account = await makeAccount(marina, { email });
    const [known, nobodys] = [await ask(marina, account.guid), await ask(marina, unknown)];
    expect([known.status, known.text]).toEqual([nobodys.status, nobodys.text]);
    const mail = await mailbox.mailTo(email);
    const key = /\/consent-management\/([0-9a-f-]{36})/.exec(mail.text ?? '')?.[1] ?? '';
    expect(key).toBe(await consentKey(marina, account));
    expect(mail.text).not.toContain(account.guid);
    expect((await app.client(marina.key).call(getConsentInfo, { params: { guid: key } })).status).toBe(200);
    const queued = marina.db.selectFrom('mails').select('recipient').where('kind', '=', 'consent-link');
    expect(await queued.execute()).toEqual([{ recipient: email }]);
    await worker.stop();
    mailbox.remove();
  });

  test('[SAFE-3] three an hour for a guid, known or unknown', async () => {
    const tenant = await makeTenant(app);
    for (const guid of [(await makeAccount(tenant)).guid, unknown]) {
      const statuses = [];
      for (let time = 0; time < 4; time++) statuses.push((await ask(tenant, guid)).status);
      expect(statuses).toEqual([200, 200, 200, 429]);
    }
  });
});

describe('for a signed-in customer', () => {
  test('[ACC-3] a choice is saved at once, and only where it changes something', async () => {
    const { client, account } = await signedInCustomer(app, marina);
    for (const bool of [true, true, false]) {
      const body = { guid: account.guid, renewalToken: 'any', consentGroups: [{ id: news, bool }] };
      const answer = await client.call(saveConsentGroups, { body });
      expect(isGranted(answer.body.consentGroups)).toEqual({ [news]: bool, [storms]: false });
    }
    expect(await choices(account)).toEqual([
      [news, true, 'portal'],
      [news, false, 'portal'],
    ]);
  });

  test('two choices at the same moment are both recorded', async () => {
    const { client, account } = await signedInCustomer(app, marina);
    const save = (id: number) =>
      client.call(saveConsentGroups, { body: { guid: account.guid, consentGroups: [{ id, bool: true }] } });
    const answers = await Promise.all([news, storms, news, storms].map(save));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await choices(account)).toEqual([
      [news, true, 'portal'],
      [storms, true, 'portal'],
    ]);
  });

  test('[LOGIN-13] without showNotificationPreferences only the public page reads and saves them', async () => {
    const permissions = { ...sampleSettings().permissions, showNotificationPreferences: false };
    const tenant = await makeTenant(app, { settings: sampleSettings({ permissions }) });
    const id = await makeConsentGroup(tenant);
    const { client, account } = await signedInCustomer(app, tenant);
    const { body } = await client.call(getAccount, { params: { accountGuid: account.guid } });
    expect(body.account.consentGroups).toEqual([]);
    const refused = await client.call(saveConsentGroups, {
      body: { guid: account.guid, consentGroups: [{ id, bool: true }] },
    });
    expect([refused.status, refused.body.responseStatus?.errorCode]).toEqual([404, 'FEATURE_DISABLED']);
    const info = await app
      .client(tenant.key)
      .call(getConsentInfo, { params: { guid: await consentKey(tenant, account) } });
    expect(info.body.consentInfo).toHaveLength(1);
  });
});

describe('by one click of a mail program (RFC 8058)', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const path = (token: string) => apiBase + unsubscribe.path.replace(':token', token);

  async function reader() {
    const account = await makeAccount(marina);
    await giveConsent(marina, account, news);
    return { account, token: await makeUnsubscribableMail(marina, account, news) };
  }

  test('a GET and an unknown token withdraw nothing', async () => {
    const { account, token } = await reader();
    expect((await app.client(marina.key).get(path(token))).status).toBe(405);
    const stranger = await app.client(marina.key).request('POST', path('unknown'), { headers: form, body: '' });
    expect(stranger.status).toBe(404);
    const other = await makeTenant(app);
    expect((await app.client(other.key).request('POST', path(token), { headers: form, body: '' })).status).toBe(404);
    expect(await choices(account)).toEqual([[news, true, 'office']]);
  });

  test.each([
    ['a form', form, 'List-Unsubscribe=One-Click'],
    [
      'a form in parts',
      { 'content-type': 'multipart/form-data; boundary=b' },
      '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
    ],
    ['JSON', {}, '{}'],
  ])('%s withdraws the consent, once', async (_, headers, body) => {
    const { account, token } = await reader();
    for (let time = 0; time < 2; time++) {
      const answer = await app.client(marina.key).request('POST', path(token), { headers, body });
      expect([answer.status, answer.body]).toEqual([200, { done: true }]);
    }
    expect(await choices(account)).toEqual([
      [news, true, 'office'],
      [news, false, 'mail'],
    ]);
  });

  test('a form that is none, and one for any other call, are refused', async () => {
    const { token } = await reader();
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    const broken = await app.client(marina.key).request('POST', path(token), { headers, body: 'nonsense' });
    expect(broken.status).toBe(400);
    const elsewhere = `${apiBase}consent/new-link`;
    const answer = await app.client(marina.key).request('POST', elsewhere, { headers: form, body: 'a=b' });
    expect(answer.status).toBe(415);
  });

  test('the mail itself says where', async () => {
    const mailbox = new TestMailbox();
    const worker = await startMailWorker(app, mailbox);
    const { token } = await reader();
    const { headers } = await mailbox.mailWith('list-unsubscribe', token);
    const valueOf = (key: string) => headers.find((header) => header.key === key)?.value;
    expect(valueOf('list-unsubscribe')).toBe(`<http://consent.localhost:3000${path(token)}>`);
    expect(valueOf('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    await worker.stop();
    mailbox.remove();
  });
});

test('[RUN-173] a retired group is asked for nowhere, keeps its choices, and can come back', async () => {
  const own = await makeTenant(app, { hosts: ['retired.localhost'] });
  const program = await programOf(app, own);
  const { client, account } = await signedInCustomer(app, own, await makeAccount(own, { reference: 'C-1' }));
  const group = { params: { reference: 'news' } };
  const texts = { 'en-GB': 'News', 'fr-FR': 'Nouvelles' };
  const made = await program.call(putConsentGroup, { ...group, body: { position: 1, description: texts } });
  expect(made.body.retired).toBe(false);
  const { number: id } = made.body;
  await giveConsent(own, account, id);
  const token = await makeUnsubscribableMail(own, account, id);
  const params = { guid: await consentKey(own, account) };
  const shown = async () => [
    (await client.call(getAccount, { params: { accountGuid: account.guid } })).body.account.consentGroups.length,
    (await client.call(getConsentInfoByAccount, { params })).body.consentInfo.length,
  ];
  expect(await shown()).toEqual([1, 1]);

  const retired = await program.call(patchConsentGroup, { ...group, body: { retired: true } });
  expect(retired.body).toMatchObject({ retired: true, description: texts });
  expect(await shown()).toEqual([0, 0]);
  const held = async () => (await program.call(listConsents, group)).body.items.map(({ granted }) => granted);
  expect(await held()).toEqual([true]);
  // A program that does not know the field brings no group back.
  const again = await program.call(putConsentGroup, { ...group, body: { position: 1, description: texts } });
  expect(again.body.retired).toBe(true);
  await app.client(own.key).call(unsubscribe, { params: { token }, body: {} });
  expect(await held()).toEqual([false]);
  // A page that was open before saves the other choices, and grants this one no more.
  const body = { guid: account.guid, consentGroups: [{ id, bool: true }] };
  expect((await client.call(saveConsentGroups, { body })).status).toBe(200);
  expect(await held()).toEqual([false]);

  expect((await program.call(patchConsentGroup, { ...group, body: { retired: false } })).body.retired).toBe(false);
  expect(await shown()).toEqual([1, 1]);
});
