import { saveAccount } from '@quayside/contract/account/account.ts';
import { saveConsentGroups, updateConsentGroups } from '@quayside/contract/account/consent.ts';
import { getSession, signIn, signOutByPost } from '@quayside/contract/identity/identity.ts';
import { changePassword, resetPassword } from '@quayside/contract/identity/passwords.ts';
import { registerAccount } from '@quayside/contract/identity/registration.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { auditOf } from '../../testing/audit.ts';
import { consentKey, makeConsentGroup } from '../../testing/factories/consents.ts';
import {
  makeAccount,
  makeLogin,
  makeRenewalCodeOf,
  makeResetToken,
  makeTenant,
  samplePassword,
  signedInCustomer,
  type TestTenant,
} from '../../testing/factories/factories.ts';

let app: TestApp;
let tenant: TestTenant;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set('2026-05-16T09:00:00Z');
  tenant = await makeTenant(app);
});

const events = async () => (await auditOf(tenant)).map(({ event }) => event);

describe('the audit trail’s records', () => {
  test('signing in and out: who, when, from where', async () => {
    const account = await makeAccount(tenant);
    const { id, email } = await makeLogin(tenant, account);
    const client = app.client(tenant.key);
    client.headers['user-agent'] = 'Test Browser/1';
    const body = { userName: email, password: samplePassword, rememberMe: false };
    const signedIn = await client.call(signIn, { body });
    app.clock.advance({ minutes: 5 });
    await client.call(signOutByPost, {});
    const who = { kind: 'customer', loginId: id, session: signedIn.body.userSession.sessionName };
    const where = { ip: '127.0.0.1', userAgent: 'Test Browser/1', accountId: account.id, actor: who, subject: null };
    expect(await auditOf(tenant)).toEqual([
      { event: 'sign-in', at: '2026-05-16T09:00:00.000Z', details: { remember: false }, ...where },
      { event: 'sign-out', at: '2026-05-16T09:05:00.000Z', details: {}, ...where },
    ]);
  });

  test('records the lock of a login once, and no failed try before or after it', async () => {
    const account = await makeAccount(tenant);
    const { id, email } = await makeLogin(tenant, account);
    const names = [email, 'nobody@example.com'];
    for (const userName of names) {
      for (let time = 0; time < 12; time++)
        await app.client(tenant.key).call(signIn, { body: { userName, password: 'Wrong#2026', rememberMe: true } });
    }
    const entries = await auditOf(tenant);
    expect(entries.map(({ event, accountId, subject }) => [event, accountId, subject])).toEqual([
      ['sign-in.locked', account.id, { type: 'login', id: String(id) }],
      ['sign-in.locked', null, null],
    ]);
  });

  test('a registration, a reset and a change of the password', async () => {
    const account = await makeAccount(tenant);
    const renewalToken = await makeRenewalCodeOf(tenant, account);
    const client = app.client(tenant.key);
    const email = 'new.login@example.com';
    await client.call(registerAccount, {
      body: { account: { guid: account.guid, renewalToken, email }, password: samplePassword },
    });
    const signedIn = await client.call(signIn, {
      body: { userName: email, password: samplePassword, rememberMe: true },
    });
    const loginId = signedIn.body.userSession.userId ?? 0;
    await client.call(changePassword, { body: { currentPassword: samplePassword, password: 'Harbour#2027' } });
    const token = await makeResetToken(tenant, loginId, app.clock.now());
    await app.client(tenant.key).call(resetPassword, { body: { token, password: 'Harbour#2028' } });
    const subject = { type: 'login', id: String(loginId) };
    const entries = await auditOf(tenant);
    expect(entries.map(({ accountId }) => accountId)).toEqual(entries.map(() => account.id));
    expect(entries.map((entry) => [entry.event, entry.actor.kind, entry.subject])).toEqual([
      ['registration', 'visitor', subject],
      ['sign-in', 'customer', null],
      ['password.change', 'customer', subject],
      ['password.reset', 'visitor', subject],
    ]);
  });

  test('which details of an account changed, but not what they were or are', async () => {
    const { client, account } = await signedInCustomer(app, tenant, await makeAccount(tenant, completeDetails));
    const save = (firstname: string) =>
      client.call(saveAccount, { body: { account: { firstname }, consentGroups: [] } });
    expect((await save('Robin')).status).toBe(200);
    expect((await save('Zebedee')).status).toBe(200);
    const [entry, ...more] = await auditOf(tenant);
    expect(more).toEqual([]);
    expect(entry).toMatchObject({
      event: 'account.save',
      accountId: account.id,
      subject: { type: 'account', id: String(account.id) },
      details: { fields: ['firstname'] },
    });
    expect(JSON.stringify(entry)).not.toMatch(/Zebedee|Robin/);
  });

  test('consents that changed, by whom and from where; unchanged ones are no entry', async () => {
    const { client, account } = await signedInCustomer(app, tenant);
    const [news, storms] = [await makeConsentGroup(tenant), await makeConsentGroup(tenant)];
    const consentGroups = [
      { id: news, bool: true },
      { id: storms, bool: false },
    ];
    for (let time = 0; time < 2; time++)
      await client.call(saveConsentGroups, { body: { guid: account.guid, consentGroups } });
    await app.client(tenant.key).call(updateConsentGroups, {
      params: { guid: await consentKey(tenant, account) },
      body: { idBools: { [news]: false, [storms]: true }, source: 'mail' },
    });
    expect(
      (await auditOf(tenant)).map(({ event, actor, accountId, details }) => [event, actor.kind, accountId, details]),
    ).toEqual([
      ['consent.change', 'customer', account.id, { granted: [news], withdrawn: [], source: 'portal' }],
      ['consent.change', 'visitor', account.id, { granted: [storms], withdrawn: [news], source: 'consent-page' }],
    ]);
  });

  test('no call that only reads', async () => {
    const { client } = await signedInCustomer(app, tenant);
    await client.call(getSession, {});
    expect(await events()).toEqual([]);
  });

  test('[SAFE-5] no secret of anybody: neither password nor token nor address', async () => {
    const account = await makeAccount(tenant, { email: 'jo.private@example.com' });
    const { id, email } = await makeLogin(tenant, account);
    const client = app.client(tenant.key);
    await client.call(signIn, { body: { userName: email, password: samplePassword, rememberMe: true } });
    const cookie = [...client.cookies.values()].join();
    const token = await makeResetToken(tenant, id, app.clock.now());
    await client.call(resetPassword, { body: { token, password: 'Harbour#2028' } });
    const { rows } = await sql<{ all: string }>`select content::text as all from audit_entries`.execute(tenant.db);
    const text = rows.map(({ all }) => all).join('\n');
    expect(rows).toHaveLength(2);
    for (const secret of [samplePassword, 'Harbour#2028', token, cookie, email, 'jo.private'])
      expect(text).not.toContain(secret);
  });
});

const completeDetails = {
  title: 'Mr',
  mobile: '+447700900123',
  address1: '1 Quay Road',
  town: 'Saltmarsh',
  postcode: 'SM1 1AA',
  country_code: 'GB',
};
