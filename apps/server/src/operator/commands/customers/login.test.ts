import { randomUUID } from 'node:crypto';
import { getSession, signIn } from '@quayside/contract/identity/identity.ts';
import { getSignInDetails } from '@quayside/contract/identity/login-address.ts';
import { requestPasswordReset, resetPassword, validatePasswordToken } from '@quayside/contract/identity/passwords.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditOf } from '../../../testing/audit.ts';
import {
  makeAccount,
  makeConfirmationToken,
  makeLogin,
  makeResetToken,
  makeTenant,
  samplePassword,
  type SignedIn,
  signedInCustomer,
  type TestTenant,
} from '../../../testing/factories/factories.ts';
import { type MailApp, startMailApp } from '../../../testing/mail-app.ts';
import { TestMailbox } from '../../../testing/mailbox.ts';
import { runOperator } from '../../testing/operator.ts';

const mailbox = new TestMailbox();
let app: MailApp;
let tenant: TestTenant;
let robin: SignedIn;
let loginId: number;
let email: string;

beforeAll(async () => {
  app = await startMailApp(mailbox);
});
afterAll(() => app.close());
beforeEach(async () => {
  tenant = await makeTenant(app, { name: 'Heron Marina', hosts: [`logins-${randomUUID()}.localhost`] });
  robin = await signedInCustomer(app, tenant);
  loginId = robin.loginId ?? 0;
  email = (await loginOf(loginId)).email ?? '';
});

const run = (...args: string[]) => {
  const named = ['--tenant', tenant.key, '--account', `number:${robin.account.id}`];
  return runOperator(['login', ...args, ...named], { database: app.testDatabase });
};

/** Runs a command that has to succeed, and returns what it prints. */
async function output(...args: string[]): Promise<string> {
  const { code, out, err } = await run(...args);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return out.trim();
}

/** Runs a command that has to be refused, and returns its error. */
async function refused(...args: string[]): Promise<string> {
  const { code, out, err } = await run(...args);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  return err.trim();
}

const loginOf = (id: number) =>
  tenant.db.selectFrom('logins').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const canSignIn = async (userName: string, password = samplePassword) =>
  (await app.client(tenant.key).call(signIn, { body: { userName, password } })).status === 200;
const isSignedIn = async () => (await robin.client.call(getSession, {})).body.userSession.isAuthenticated;
const tokenIn = (text = '') => /\/passwordResetForm\/([\w-]{43})$/m.exec(text)?.[1] ?? '';

/** Lets the customer choose a password by the mail to an address. */
async function choosePassword(at: string, password: string): Promise<void> {
  await app.client(tenant.key).call(requestPasswordReset, { body: { email: at } });
  const { text } = await mailbox.mailTo(at, 'Choose a new password for Heron Marina');
  const body = { token: tokenIn(text), password };
  expect((await app.client(tenant.key).call(resetPassword, { body })).status).toBe(200);
}

describe('login list', () => {
  test('[LOGIN-18] names address, password and connections of each login, or says that there is none', async () => {
    await tenant.db.updateTable('logins').set({ email_confirmed_at: null }).execute();
    const linked = {
      tenant_id: tenant.id,
      login_id: loginId,
      issuer: 'https://id.example.com',
      subject: 'secret-name',
    };
    await tenant.db
      .insertInto('login_identities')
      .values({ ...linked, linked_at: new Date('2026-05-01T09:00:00Z') })
      .execute();
    expect((await output('list')).split('\n')).toEqual([
      `${loginId}  ${email} (not confirmed), with a password`,
      '   connected with https://id.example.com since 2026-05-01',
    ]);
    robin = { ...robin, account: await makeAccount(tenant) };
    expect(await output('list')).toBe('Nobody is registered for Robin Test. "code issue" makes a code.');
    expect(await refused('address', '--email', 'new@example.com')).toBe('Robin Test has no login.');
  });
});

describe('login list of a login that has lost its address', () => {
  test('[LOGIN-21] says that no mail reaches it, and how it gets an address', async () => {
    await tenant.db.updateTable('logins').set({ email: null, email_confirmed_at: null }).execute();
    expect((await output('list')).split('\n')).toEqual([
      `${loginId}  without an address, with a password`,
      '   It gets no mail. "login address" gives it one, after you have checked it.',
    ]);
  });
});

describe('login list after wrong passwords', () => {
  test('[RUN-180] says for how many places the login is locked, until when, and what opens it', async () => {
    const now = Date.now();
    app.clock.set(new Date(now).toISOString());
    for (let n = 0; n < 10; n += 1) expect(await canSignIn(email, 'Wrong#2026')).toBe(false);
    const list = (await output('list')).replaceAll(/\s+/g, ' ');
    expect(list).toMatch(
      /locked until [-\d]{10} [:\d]{8} \(Europe\/London\) after wrong passwords, for 1 network or browser\./,
    );
    expect(list).toContain('A new password by "Forgotten your password?" opens it at once.');
    app.clock.advance({ minutes: 16 });
    await choosePassword(email, 'Different#2027');
    expect(await output('list')).not.toContain('locked');
  });
});

describe('login address', () => {
  test('[LOGIN-18] gives the login a confirmed address, where a forgotten password works', async () => {
    const moved = `Robin.${loginId}.${tenant.id}@example.org`;
    const now = app.clock.now();
    const reset = await makeResetToken(tenant, loginId, now);
    await makeConfirmationToken(tenant, loginId, 'waiting@example.com', now);
    await tenant.db.updateTable('logins').set({ email_confirmed_at: null }).execute();
    expect(await output('address', '--email', moved)).toContain(
      `signs in with ${moved.toLowerCase()} from now on (login ${loginId}).`,
    );
    expect([await canSignIn(email), await canSignIn(moved)]).toEqual([false, true]);
    const details = (await robin.client.call(getSignInDetails, {})).body;
    expect(details).toMatchObject({ email: moved.toLowerCase(), isConfirmed: true, pendingEmail: null });
    await mailbox.mailTo(email, 'Your sign-in address for Heron Marina has changed');
    const old = await app.client(tenant.key).call(validatePasswordToken, { params: { token: reset } });
    expect(old.status).toBe(410);
    await choosePassword(moved.toLowerCase(), 'Different#2027');
    expect(await canSignIn(moved, 'Different#2027')).toBe(true);
    expect(await isSignedIn()).toBe(false);
    const entries = await auditOf(tenant);
    expect(entries).toContainEqual(
      expect.objectContaining({
        event: 'login-address.set',
        actor: { kind: 'operator', name: expect.any(String) },
        accountId: robin.account.id,
        subject: { type: 'login', id: String(loginId) },
      }),
    );
    expect(JSON.stringify(entries)).not.toMatch(/@/);
  });

  test('[LOGIN-18] gives one to a login that a provider made, and then a password can be chosen', async () => {
    await tenant.db.updateTable('logins').set({ email: null, password_hash: null, email_confirmed_at: null }).execute();
    const own = `own.${tenant.id}@example.org`;
    await output('address', '--email', own);
    await choosePassword(own, 'Different#2027');
    expect(await canSignIn(own, 'Different#2027')).toBe(true);
  });

  test('[LOGIN-18] [SAFE-85] [SAFE-92] gives an address that another login claims and never confirmed', async () => {
    const claimant = await makeLogin(tenant, await makeAccount(tenant));
    await tenant.db.updateTable('logins').set({ email_confirmed_at: null }).where('id', '=', claimant.id).execute();
    await output('address', '--email', claimant.email);
    expect((await auditOf(tenant)).at(-1)).toMatchObject({
      event: 'login-address.set',
      accountId: robin.account.id,
      details: { takenFrom: [claimant.id] },
    });
    const lost = tenant.db.selectFrom('logins').select('email').where('id', '=', claimant.id);
    expect(await lost.executeTakeFirst()).toEqual({ email: null });
  });

  test('[LOGIN-18] refuses an address that is taken, several logins and another customer’s login', async () => {
    const other = await makeLogin(tenant, await makeAccount(tenant));
    expect(await refused('address', '--email', other.email)).toBe(`Another login of Heron Marina has ${other.email}.`);
    expect(await refused('address', '--email', 'x@example.com', '--login', String(other.id))).toBe(
      `Robin Test has no login ${other.id}.`,
    );
    const second = await makeLogin(tenant, robin.account);
    expect(await refused('address', '--email', 'x@example.com')).toBe(
      `Robin Test has several logins. Name one by --login:\n  ${loginId}  ${email}\n  ${second.id}  ${second.email}`,
    );
    await output('address', '--email', `x.${tenant.id}@example.com`, '--login', String(second.id));
    expect(await loginOf(loginId)).toMatchObject({ email });
    expect(await loginOf(second.id)).toMatchObject({ email: `x.${tenant.id}@example.com` });
  });
});

describe('login unlink', () => {
  const [right, wrong] = ['https://id.example.com', 'https://stolen.example.com'];
  const link = (issuer: string, subject = 'somebody') =>
    tenant.db
      .insertInto('login_identities')
      .values({ tenant_id: tenant.id, login_id: loginId, issuer, subject, linked_at: app.clock.now() })
      .execute();
  const linked = async () => {
    const rows = await tenant.db.selectFrom('login_identities').select('issuer').orderBy('issuer').execute();
    return rows.map(({ issuer }) => issuer);
  };

  test('[LOGIN-19] takes one provider away, ends the sessions and is recorded; the others stay', async () => {
    await link(right);
    await link(wrong, 'one');
    await link(wrong, 'another');
    expect((await output('unlink', '--issuer', wrong)).split('\n')).toEqual([
      `${wrong} does not open login ${loginId} any more.`,
      'All its sessions have ended.',
      `The customer signs in with ${email} and the password.`,
    ]);
    expect(await linked()).toEqual([right]);
    expect(await isSignedIn()).toBe(false);
    expect(await canSignIn(email)).toBe(true);
    expect(await auditOf(tenant)).toContainEqual(
      expect.objectContaining({
        event: 'identity.unlink',
        actor: { kind: 'operator', name: expect.any(String) },
        accountId: robin.account.id,
        subject: { type: 'login', id: String(loginId) },
        details: { issuers: [wrong] },
      }),
    );
  });

  test('[LOGIN-19] without a password it says what comes next, and that works', async () => {
    await link(wrong);
    await tenant.db.updateTable('logins').set({ password_hash: null }).execute();
    expect(await output('unlink')).toContain(
      `It has no password: the customer presses "Forgotten your password?" and types ${email}.`,
    );
    await choosePassword(email, 'Different#2027');
    expect(await canSignIn(email, 'Different#2027')).toBe(true);
    await link(wrong);
    await tenant.db.updateTable('logins').set({ email: null, password_hash: null, email_confirmed_at: null }).execute();
    expect(await output('unlink')).toContain(`check the customer's, and set it by "login address --login ${loginId}".`);
  });

  test('[LOGIN-19] a provider that is not connected is refused, and nothing changes', async () => {
    expect(await refused('unlink')).toBe(`Login ${loginId} is connected with no provider.`);
    await link(right);
    expect(await refused('unlink', '--issuer', wrong)).toBe(
      `Login ${loginId} is not connected with ${wrong}, but with:\n  ${right}`,
    );
    expect(await linked()).toEqual([right]);
    expect(await isSignedIn()).toBe(true);
    expect(await auditOf(tenant)).toEqual([]);
  });
});
