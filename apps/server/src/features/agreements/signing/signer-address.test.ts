import {
  getUnsignedAgreement,
  sendAgreementEmailCode,
  signAgreement,
  validateAgreementEmail,
} from '@quayside/contract/agreements/agreement-signing.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeReadableAgreement, signatureImage } from '../../../testing/factories/agreements.ts';
import {
  makeAccount,
  makeLogin,
  makeTenant,
  type SignedIn,
  signedInCustomer,
  type TestTenant,
} from '../../../testing/factories/factories.ts';
import type { Owner } from '../../../testing/factories/orders.ts';
import type { HttpClient } from '../../../testing/http-client.ts';
import { type MailApp, startMailApp } from '../../../testing/mail-app.ts';
import { TestMailbox } from '../../../testing/mailbox.ts';

/** The address that a signer types, on an agreement's own link. */

const mailbox = new TestMailbox();
let app: MailApp;
let tenant: TestTenant;
let robin: SignedIn;
let owner: Owner;
let passerBy: HttpClient;

beforeAll(async () => {
  app = await startMailApp(mailbox);
  tenant = await makeTenant(app, { key: 'saltmarsh', hosts: ['saltmarsh.localhost'] });
});
beforeEach(async () => {
  app.clock.set('2026-05-16T09:00:00Z');
  const account = await makeAccount(tenant, { title: 'Ms', firstname: 'Robin', lastname: 'Test' });
  robin = await signedInCustomer(app, tenant, account);
  owner = { tenantId: tenant.id, accountId: account.id, siteId: account.siteId };
  passerBy = app.client('saltmarsh');
});
afterAll(() => app.close());

const sign = (client: HttpClient, guid: string, changes = {}) => {
  const signed = { guid, signature: signatureImage(), fullName: 'Robin Test', email: 'robin.test@example.com' };
  return client.call(signAgreement, { body: { ...signed, ...changes } });
};
const read = (client: HttpClient, guid: string) => client.call(getUnsignedAgreement, { params: { guid } });
const codeOf = ({ status, body }: { status: number; body: { responseStatus?: { errorCode: string } | undefined } }) => [
  status,
  body.responseStatus?.errorCode,
];

const valid = async (client: HttpClient, guid: string, body: { email: string; emailCode?: string }) =>
  (await client.call(validateAgreementEmail, { params: { guid }, body })).body;

test('[AGR-5] the account’s and those that its people sign in with, however written; no other', async () => {
  const { guid } = await makeReadableAgreement(tenant.db, owner);
  const { email: login } = await tenant.db
    .selectFrom('logins')
    .select('email')
    .where('id', '=', robin.loginId ?? 0)
    .executeTakeFirstOrThrow();
  for (const email of ['robin.test@example.com', ' Robin.Test@Example.COM ', login ?? ''])
    expect(await valid(passerBy, guid, { email })).toMatchObject({ isValid: true, needsCode: false });
  for (const email of ['', 'robin', 'robin.test@example.org', 'robin.test@example.com.evil.org'])
    expect(await valid(passerBy, guid, { email })).toEqual({
      isValid: false,
      needsCode: false,
      titledFullName: null,
    });
});

test('[AGR-5] a sign-in address that nobody has confirmed proves nothing: a mailed code does', async () => {
  const account = await makeAccount(tenant, { email: '' });
  const login = await makeLogin(tenant, account);
  const { guid } = await makeReadableAgreement(tenant.db, { ...owner, accountId: account.id });
  const { email } = login;
  expect(await valid(passerBy, guid, { email })).toMatchObject({ isValid: true, needsCode: false });
  await tenant.db.updateTable('logins').set({ email_confirmed_at: null }).where('id', '=', login.id).execute();
  expect(await valid(passerBy, guid, { email })).toMatchObject({ isValid: false, needsCode: true });
  expect((await read(passerBy, guid)).body.account.maskedEmail).toBeNull();
});

test('[AGR-5] [SAFE-3] ten wrong ones an hour, per network and agreement; right ones don’t count', async () => {
  const { guid } = await makeReadableAgreement(tenant.db, owner);
  const other = await makeReadableAgreement(tenant.db, owner);
  const ask = (of: string, email: string) =>
    passerBy.call(validateAgreementEmail, { params: { guid: of }, body: { email } });
  for (let time = 0; time < 10; time += 1) {
    expect((await ask(guid, 'robin.test@example.com')).body.isValid).toBe(true);
    expect((await ask(guid, `guess${time}@example.com`)).status).toBe(200);
  }
  expect(codeOf(await ask(guid, 'guess@example.com'))).toEqual([429, 'TOO_MANY_REQUESTS']);
  expect(codeOf(await sign(passerBy, guid, { email: 'guess@example.com' }))).toEqual([429, 'TOO_MANY_REQUESTS']);
  expect((await ask(other.guid, 'guess@example.com')).status).toBe(200);
  app.clock.advance({ minutes: 61 });
  expect((await ask(guid, 'robin.test@example.com')).body.isValid).toBe(true);
});

test('[SAFE-64] guesses at once are checked one after the other: the right one behind many is refused', async () => {
  const { guid } = await makeReadableAgreement(tenant.db, owner);
  const guesses = [...Array.from({ length: 60 }, (_, n) => `guess${n}@example.com`), 'robin.test@example.com'];
  const answers = await Promise.all(
    guesses.map((email) => passerBy.call(validateAgreementEmail, { params: { guid }, body: { email } })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  expect(answers.at(-1)?.status).toBe(429);
});

test('[SAFE-64] wrong codes of an agreement count from all networks together', async () => {
  const nobody = { ...owner, accountId: (await makeAccount(tenant, { email: '' })).id };
  const { guid } = await makeReadableAgreement(tenant.db, nobody);
  const email = 'far.owner@example.com';
  const guess = (emailCode: string) =>
    passerBy.call(validateAgreementEmail, { params: { guid }, body: { email, emailCode } });
  await passerBy.call(sendAgreementEmailCode, { params: { guid }, body: { email } });
  const { text = '' } = await mailbox.mailTo(email);
  const [emailCode = ''] = /\b\d{6}\b/.exec(text) ?? [];
  for (let time = 0; time < 30; time += 1) {
    expect((await guess(emailCode === '000000' ? '000001' : '000000')).status).toBe(200);
    if (time === 28) expect((await guess(emailCode)).body.isValid).toBe(true);
    // Another network has not guessed yet.
    await tenant.db.deleteFrom('rate_limits').where('bucket', 'like', 'agreement-email:%').execute();
  }
  expect((await guess(emailCode)).status).toBe(429);
  app.clock.advance({ minutes: 61 });
  expect((await guess('000000')).status).toBe(200);
});

test('[AGR-5] if no address is on file, a code is mailed to the given one, and entering it signs', async () => {
  const nobody = { ...owner, accountId: (await makeAccount(tenant, { email: '' })).id };
  const { guid } = await makeReadableAgreement(tenant.db, nobody);
  const email = 'new.owner@example.com';
  expect((await read(passerBy, guid)).body.account.maskedEmail).toBeNull();
  expect(await valid(passerBy, guid, { email })).toEqual({ isValid: false, needsCode: true, titledFullName: null });
  await passerBy.call(sendAgreementEmailCode, { params: { guid }, body: { email } });
  const { text = '' } = await mailbox.mailTo(email);
  const [emailCode = ''] = /\b\d{6}\b/.exec(text) ?? [];
  const wrong = emailCode === '000000' ? '000001' : '000000';
  expect((await valid(passerBy, guid, { email, emailCode: wrong })).isValid).toBe(false);
  expect((await valid(passerBy, guid, { email: 'other@example.com', emailCode })).isValid).toBe(false);
  expect((await valid(passerBy, guid, { email, emailCode })).isValid).toBe(true);
  expect(codeOf(await sign(passerBy, guid, { email }))).toEqual([400, 'SIGNER_EMAIL_UNKNOWN']);
  expect((await sign(passerBy, guid, { email, emailCode })).status).toBe(200);
  expect(app.logs()).not.toContain(emailCode);
});

test('[AGR-5] [SAFE-3] no code is mailed if an address is on file, and at most three an hour', async () => {
  const known = await makeReadableAgreement(tenant.db, owner);
  const nobody = { ...owner, accountId: (await makeAccount(tenant, { email: '' })).id };
  const unknown = await makeReadableAgreement(tenant.db, nobody);
  const send = ({ guid }: { guid: string }) =>
    passerBy.call(sendAgreementEmailCode, { params: { guid }, body: { email: 'a@example.com' } });
  expect(codeOf(await send(known))).toEqual([404, 'NOT_FOUND']);
  for (let time = 0; time < 3; time += 1) expect((await send(unknown)).status).toBe(200);
  expect(codeOf(await send(unknown))).toEqual([429, 'TOO_MANY_REQUESTS']);
});
