import { apiBase } from '@quayside/contract/shared/call.ts';
import { getAccount, saveAccount } from '@quayside/contract/account/account.ts';
import { updateConsentGroups } from '@quayside/contract/account/consent.ts';
import { getSession, signIn, signOutByPost } from '@quayside/contract/identity/identity.ts';
import { openStaffView } from '@quayside/contract/identity/staff-views.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { auditOf } from '../../testing/audit.ts';
import {
  makeAccount,
  makeLogin,
  makeStaffLinkTo,
  makeTenant,
  samplePassword,
  sampleStaff,
  signedInCustomer,
  type TestAccount,
  type TestTenant,
} from '../../testing/factories/factories.ts';
import { sweepSignIns } from '../../testing/sweep-sign-ins.ts';
import { verifyChain } from '../audit/verify-chain.service.ts';

let app: TestApp;
let tenant: TestTenant;
let account: TestAccount;
let token: string;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set('2026-05-16T09:00:00Z');
  tenant = await makeTenant(app);
  account = await makeAccount(tenant);
  token = await makeStaffLinkTo(tenant, account);
});

const open = (client = app.client(tenant.key), wanted = token) =>
  client.call(openStaffView, { body: { token: wanted } });

const refusedWith = async (answer: ReturnType<typeof open>) => (await answer).body.responseStatus?.errorCode;

describe('a link that opens nothing', () => {
  test('[LOGIN-12] one that is none, and one of another marina', async () => {
    const other = await makeTenant(app);
    expect(await refusedWith(open(undefined, 'no-token'))).toBe('INVALID_TOKEN');
    expect(await refusedWith(open(app.client(other.key)))).toBe('INVALID_TOKEN');
    expect((await open()).status).toBe(200);
  });

  test('[LOGIN-12] one that was opened, also of two at once', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => open()));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410, 410, 410, 410, 410]);
    expect(await refusedWith(open())).toBe('INVALID_TOKEN');
  });

  test('[LOGIN-12] one that waited for ten minutes', async () => {
    app.clock.advance({ minutes: 9, seconds: 59 });
    const late = await makeStaffLinkTo(tenant, account);
    expect((await open()).status).toBe(200);
    app.clock.advance({ seconds: 1 });
    expect(await refusedWith(open(undefined, late))).toBe('INVALID_TOKEN');
  });

  test('[LOGIN-12] one to an account that was closed since', async () => {
    await tenant.db.updateTable('accounts').set({ closed_at: app.clock.now() }).execute();
    expect(await refusedWith(open())).toBe('INVALID_TOKEN');
  });

  test('[LOGIN-12] a GET spends none: neither of the page nor of the call', async () => {
    const client = app.client(tenant.key);
    await client.get(`/staff-view?token=${token}`);
    expect((await client.get(`${apiBase}staff-view?token=${token}`)).status).toBe(405);
    expect((await open()).status).toBe(200);
  });

  test('[SAFE-3] its token is stored nowhere', async () => {
    const row = await tenant.db.selectFrom('staff_links').selectAll().executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(token);
    await open();
    expect(JSON.stringify(await auditOf(tenant))).not.toContain(token);
    expect(app.logs()).not.toContain(token);
  });
});

describe('a view', () => {
  test('[LOGIN-12] is of the customer’s portal and no account user’s', async () => {
    const client = app.client(tenant.key);
    const { body } = await open(client);
    const userSession = {
      isAuthenticated: true,
      isAccountUser: false,
      userId: null,
      accountGuid: account.guid,
      sessionName: expect.any(String),
      viewingUntil: '2026-05-16T09:30:00.000Z',
    };
    expect(body).toEqual({ userSession });
    expect((await client.call(getSession, {})).body).toEqual(body);
    const seen = await client.call(getAccount, { params: { accountGuid: account.guid } });
    expect(seen.body.account.id).toBe(account.id);
  });

  test('[LOGIN-12] ends after thirty minutes however busy it was', async () => {
    const client = app.client(tenant.key);
    await open(client);
    const isOpen = async () => (await client.call(getSession, {})).body.userSession.isAuthenticated;
    for (const minutes of [10, 10]) {
      app.clock.advance({ minutes });
      expect(await isOpen()).toBe(true);
    }
    app.clock.advance({ minutes: 9, seconds: 59 });
    expect(await isOpen()).toBe(true);
    app.clock.advance({ seconds: 1 });
    expect(await isOpen()).toBe(false);
  });

  test('[LOGIN-12] its cookie ends with the browser', async () => {
    const answer = await open();
    expect(answer.headers.getSetCookie().join()).toMatch(/quayside_session=/);
    expect(answer.headers.getSetCookie().join()).not.toMatch(/max-age|expires/i);
  });

  test('ends the session that the browser came with, and a sign-in ends it', async () => {
    const customer = await signedInCustomer(app, tenant);
    const before = new Map(customer.client.cookies);
    await open(customer.client);
    const old = app.client(tenant.key);
    for (const [name, value] of before) old.cookies.set(name, value);
    expect((await old.call(getSession, {})).body.userSession.isAuthenticated).toBe(false);

    const { email } = await makeLogin(tenant, await makeAccount(tenant));
    await customer.client.call(signIn, { body: { userName: email, password: samplePassword, rememberMe: true } });
    expect((await customer.client.call(getSession, {})).body.userSession.isAccountUser).toBe(true);
    const entries = (await auditOf(tenant)).map(({ event, actor }) => [event, actor.kind]);
    expect(entries).toEqual([
      ['staff-link.made', 'operator'],
      ['sign-out', 'customer'],
      ['staff-link.used', 'staff'],
      ['staff-view.ended', 'staff'],
      ['sign-in', 'customer'],
    ]);
  });

  test('[LOGIN-12] is in the audit trail from its link to its end', async () => {
    const client = app.client(tenant.key);
    const { body } = await open(client);
    app.clock.advance({ minutes: 3 });
    await client.call(signOutByPost, {});
    const staff = { kind: 'staff', name: sampleStaff, session: body.userSession.sessionName };
    expect(await auditOf(tenant)).toMatchObject([
      {
        event: 'staff-link.made',
        actor: { kind: 'operator', name: 'harbour' },
        accountId: account.id,
        details: { staff: sampleStaff, reason: '', expiresAt: '2026-05-16T09:10:00.000Z' },
      },
      {
        event: 'staff-link.used',
        actor: staff,
        accountId: account.id,
        ip: '127.0.0.1',
        details: { endsAt: '2026-05-16T09:30:00.000Z' },
      },
      { event: 'staff-view.ended', at: '2026-05-16T09:03:00.000Z', actor: staff, accountId: account.id },
    ]);
    expect(await verifyChain(tenant.db, tenant.id)).toMatchObject({ intact: true, entries: 3 });
  });

  test('[LOGIN-12] that ran out by itself has its end in the audit trail, once, when that is noticed', async () => {
    const { body } = await open();
    await signedInCustomer(app, tenant);
    app.clock.advance({ minutes: 29, seconds: 59 });
    await sweepSignIns(app, tenant.id);
    app.clock.advance({ minutes: 31 });
    for (let time = 0; time < 2; time++) await sweepSignIns(app, tenant.id);
    const [, , ended, ...more] = await auditOf(tenant);
    expect(more).toEqual([]);
    expect(ended).toMatchObject({
      event: 'staff-view.ended',
      at: '2026-05-16T10:00:59.000Z',
      actor: { kind: 'staff', name: sampleStaff, session: body.userSession.sessionName },
      accountId: account.id,
      details: { endedAt: '2026-05-16T09:30:00.000Z' },
    });
    expect(await verifyChain(tenant.db, tenant.id)).toMatchObject({ intact: true, entries: 3 });
  });

  test('[LOGIN-12] reads what its customer reads and changes nothing; that it tried to is recorded', async () => {
    const client = app.client(tenant.key);
    const { body } = await open(client);
    expect((await client.call(getAccount, { params: { accountGuid: account.guid } })).status).toBe(200);
    const opened = (await auditOf(tenant)).length;
    const { body: refusal, status } = await client.call(saveAccount, { body: { account: { town: 'Cowes' } } });
    expect([status, refusal.responseStatus?.errorCode]).toEqual([409, 'STAFF_READ_ONLY']);
    expect((await auditOf(tenant)).slice(opened)).toMatchObject([
      {
        event: 'staff-view.refused',
        actor: { kind: 'staff', name: sampleStaff, session: body.userSession.sessionName },
        accountId: account.id,
        details: { call: 'saveAccount' },
      },
    ]);
  });

  test('a call that staff may not make is still the customer’s own, and a visitor’s where it is public', async () => {
    const name = { title: 'Mrs', firstname: 'Jo', lastname: 'Sailor', email: 'jo@example.com' };
    const address = { address1: '4 Ferry Lane', town: 'Emsworth', postcode: 'PO10 7AA', country_code: 'GB' };
    const whole = await makeAccount(tenant, { ...name, ...address, mobile: '+447700900417' });
    const customer = await signedInCustomer(app, tenant, whole);
    expect((await customer.client.call(saveAccount, { body: { account: { town: 'Cowes' } } })).status).toBe(200);
    const unknown = { params: { guid: '00000000-0000-4000-8000-000000000000' }, body: { idBools: [] } };
    const visitor = await app.client(tenant.key).call(updateConsentGroups, unknown);
    expect(visitor.body.responseStatus?.errorCode).toBe('NOT_FOUND');
  });

  test('its link is swept a day after it ended', async () => {
    const left = async () => (await tenant.db.selectFrom('staff_links').select('account_id').execute()).length;
    app.clock.advance({ hours: 24 });
    await sweepSignIns(app, tenant.id);
    expect(await left()).toBe(1);
    app.clock.advance({ minutes: 11 });
    await sweepSignIns(app, tenant.id);
    expect(await left()).toBe(0);
  });
});
