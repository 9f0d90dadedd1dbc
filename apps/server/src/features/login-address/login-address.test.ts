import { randomUUID } from 'node:crypto';
import { getSession, signIn } from '@quayside/contract/identity/identity.ts';
import {
  changeLoginAddress,
  confirmAddress,
  getSignInDetails,
  sendConfirmationAgain,
  validateConfirmation,
} from '@quayside/contract/identity/login-address.ts';
import { validatePasswordToken } from '@quayside/contract/identity/passwords.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditOf } from '../../testing/audit.ts';
import {
  makeAccount,
  makeConfirmationToken,
  makeLogin,
  makeResetToken,
  makeTenant,
  samplePassword,
  type SignedIn,
  signedInCustomer,
  signedInStaff,
  type TestTenant,
} from '../../testing/factories/factories.ts';
import { type MailApp, startMailApp } from '../../testing/mail-app.ts';
import { TestMailbox } from '../../testing/mailbox.ts';
import { storeConfirmation, sweepConfirmations } from './login-address.queries.ts';

const mailbox = new TestMailbox();
let app: MailApp;
let tenant: TestTenant;
let owner: SignedIn;
let loginId: number;
let oldEmail: string;
let newEmail: string;

beforeAll(async () => {
  app = await startMailApp(mailbox);
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set('2026-05-16T09:00:00Z');
  tenant = await makeTenant(app, { name: 'Heron Marina', hosts: [`heron-${randomUUID()}.localhost`] });
  owner = await signedInCustomer(app, tenant);
  loginId = owner.loginId ?? 0;
  const own = await tenant.db.selectFrom('logins').select('email').executeTakeFirstOrThrow();
  oldEmail = own.email ?? '';
  newEmail = `new.${randomUUID()}@example.com`;
});

const code = (answer: { body: { responseStatus?: { errorCode: string } } }) =>
  answer.body.responseStatus?.errorCode ?? 'done';
const ask = async (email = newEmail, currentPassword = samplePassword) =>
  code(await owner.client.call(changeLoginAddress, { body: { email, currentPassword } }));
const again = async () => code(await owner.client.call(sendConfirmationAgain, {}));
const details = async () => (await owner.client.call(getSignInDetails, {})).body;
const look = async (token: string) =>
  (await app.client(tenant.key).call(validateConfirmation, { params: { token } })).body;
const confirm = async (token: string, at = tenant) =>
  code(await app.client(at.key).call(confirmAddress, { body: { token, password: samplePassword } }));
const canSignIn = async (userName: string) =>
  (await app.client(tenant.key).call(signIn, { body: { userName, password: samplePassword } })).status === 200;
const tokenIn = (text = '') => /\/confirm-address\/([\w-]{43})$/m.exec(text)?.[1] ?? '';
const mailedToken = async (address: string) => tokenIn((await mailbox.mailTo(address)).text);
const makeToken = (email = newEmail) => makeConfirmationToken(tenant, loginId, email, app.clock.now());
const mailKinds = async () => {
  const mails = await tenant.db.selectFrom('mails').select(['kind', 'recipient']).orderBy('id').execute();
  return mails.map(({ kind, recipient }) => [kind, recipient]);
};
const somebodyWaits = async () => {
  const { rows } = await sql`
    select from pg_locks as l join pg_stat_activity as a on a.pid = l.pid
    where not l.granted and a.datname = current_database()`.execute(app.ownerDb);
  return rows.length > 0;
};

describe('asking for another address', () => {
  test('staff who view a portal neither see nor change how its customer signs in', async () => {
    const { client } = await signedInStaff(app, tenant, owner.account);
    expect((await client.call(getSignInDetails, {})).status).toBe(409);
    const body = { email: newEmail, currentPassword: samplePassword };
    expect((await client.call(changeLoginAddress, { body })).status).toBe(409);
  });

  test('needs the password, and nothing changes before the link is opened', async () => {
    expect(await ask(newEmail, 'Wrong#2026')).toBe('WRONG_PASSWORD');
    expect(await mailKinds()).toEqual([]);
    expect(await ask(` ${newEmail.toUpperCase()} `)).toBe('done');
    expect(await details()).toEqual({ email: oldEmail, isConfirmed: true, hasPassword: true, pendingEmail: newEmail });
    expect([await canSignIn(oldEmail), await canSignIn(newEmail)]).toEqual([true, false]);
    expect(await mailKinds()).toEqual([['confirm-address', newEmail]]);
  });

  test('the mail’s link changes it: the old address gets a mail and can’t sign in, sessions continue', async () => {
    const reset = await makeResetToken(tenant, loginId, app.clock.now());
    await ask();
    const mail = await mailbox.mailTo(newEmail);
    expect(mail.subject).toBe('Confirm your new e-mail address for Heron Marina');
    expect(await confirm(tokenIn(mail.text))).toBe('done');
    expect([await canSignIn(oldEmail), await canSignIn(newEmail)]).toEqual([false, true]);
    expect((await owner.client.call(getSession, {})).body.userSession.isAuthenticated).toBe(true);
    expect(await details()).toEqual({ email: newEmail, isConfirmed: true, hasPassword: true, pendingEmail: null });
    const notice = await mailbox.mailTo(oldEmail);
    expect(notice.subject).toBe('Your sign-in address for Heron Marina has changed');
    expect(notice.text).toContain('n***@example.com');
    expect(notice.text).not.toContain(newEmail);
    const link = await app.client(tenant.key).call(validatePasswordToken, { params: { token: reset } });
    expect(link.status).toBe(410);
  });

  test('[SAFE-5] the audit trail records the request and the change, but neither address', async () => {
    await ask(newEmail, 'Wrong#2026');
    await ask();
    const token = await mailedToken(newEmail);
    await confirm(token);
    await confirm(token);
    const entries = await auditOf(tenant);
    const about = { accountId: owner.account.id, subject: { type: 'login', id: String(loginId) } };
    expect(entries).toMatchObject([
      { event: 'login-address.request', actor: { kind: 'customer', loginId }, ...about },
      { event: 'login-address.confirm', actor: { kind: 'visitor' }, details: { isChange: true }, ...about },
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/@/);
  });

  test('an address of another login gets the same answer, and only its owner gets a mail', async () => {
    const { email } = await makeLogin(tenant, await makeAccount(tenant));
    expect(await ask(email)).toBe('done');
    const mail = await mailbox.mailTo(email);
    expect(mail.subject).toBe('You already sign in to Heron Marina with this address');
    expect(tokenIn(mail.text)).toBe('');
    const stored = await tenant.db.selectFrom('address_confirmations').select('token_hash').execute();
    expect(stored).toEqual([{ token_hash: null }]);
  });

  test('[SAFE-3] five mails an hour, however often it is asked for', async () => {
    for (let n = 0; n < 5; n++) expect(await ask()).toBe('done');
    expect(await ask()).toBe('TOO_MANY_REQUESTS');
    expect(await again()).toBe('TOO_MANY_REQUESTS');
    app.clock.advance({ hours: 1 });
    expect(await ask()).toBe('done');
  });
});

describe('the link', () => {
  test('[SAFE-5] is looked at as often as one likes and works once; only its hash is stored', async () => {
    const token = await makeToken();
    const seen = { email: newEmail, isChange: true, needsPassword: true };
    expect([await look(token), await look(token)]).toEqual([seen, seen]);
    const stored = await tenant.db.selectFrom('address_confirmations').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(token);
    expect(await confirm(token)).toBe('done');
    expect(await confirm(token)).toBe('INVALID_TOKEN');
  });

  test('opened twice at once works once', async () => {
    const token = await makeToken();
    expect((await Promise.all([confirm(token), confirm(token)])).toSorted()).toEqual(['INVALID_TOKEN', 'done']);
  });

  test('is good for an hour', async () => {
    const token = await makeToken();
    app.clock.advance({ minutes: 59, seconds: 59 });
    expect((await look(token)).email).toBe(newEmail);
    app.clock.advance({ seconds: 1 });
    expect(await confirm(token)).toBe('INVALID_TOKEN');
    expect((await details()).pendingEmail).toBeNull();
    await sweepConfirmations(tenant.db, tenant.id, app.clock.now());
    expect(await tenant.db.selectFrom('address_confirmations').select('login_id').execute()).toEqual([]);
  });

  test('the newest wins: another request ends the one before', async () => {
    await ask();
    const first = await mailedToken(newEmail);
    const other = `other.${randomUUID()}@example.com`;
    await ask(other);
    expect(await confirm(first)).toBe('INVALID_TOKEN');
    expect(await confirm(await mailedToken(other))).toBe('done');
    expect((await details()).email).toBe(other);
  });

  test('a mail that is written after another address was asked for is not sent', async () => {
    await app.stopWorker();
    await ask();
    const other = `other.${randomUUID()}@example.com`;
    await ask(other);
    await app.startWorker();
    await mailbox.mailTo(other);
    expect((await mailKinds()).filter(([, recipient]) => recipient === newEmail)).toEqual([]);
  });

  test('[SAFE-5] a mail to one address never holds the link of another that is asked for meanwhile', async () => {
    await app.stopWorker();
    await ask();
    const now = app.clock.now();
    const email = `other.${randomUUID()}@example.com`;
    const other = { tenant_id: tenant.id, login_id: loginId, email, created_at: now, expires_at: now };
    await tenant.db.transaction().execute(async (trx) => {
      await storeConfirmation(trx, other);
      await app.startWorker();
      // The mail's writer has read the first address, and waits for this transaction to store its token.
      await expect.poll(somebodyWaits, { timeout: 20_000 }).toBe(true);
    });
    await expect.poll(mailKinds, { timeout: 20_000 }).toEqual([]);
    expect((await mailbox.read()).flatMap(({ to = [] }) => to.map(({ address }) => address))).not.toContain(newEmail);
    const stored = await tenant.db.selectFrom('address_confirmations').select(['email', 'token_hash']).execute();
    expect(stored).toEqual([{ email, token_hash: null }]);
  });

  test('[SAFE-4] opens nothing at another marina', async () => {
    const token = await makeToken();
    expect(await confirm(token, await makeTenant(app))).toBe('INVALID_TOKEN');
    expect(await confirm(token)).toBe('done');
  });

  test('a person who has taken the address since then keeps it, and the link works after they leave', async () => {
    const token = await makeToken();
    await makeLogin(tenant, await makeAccount(tenant), { email: newEmail });
    expect(await confirm(token)).toBe('EMAIL_IN_USE');
    expect((await details()).email).toBe(oldEmail);
    expect((await look(token)).email).toBe(newEmail);
  });
});

describe('a new login’s own address', () => {
  beforeEach(async () => {
    await tenant.db.updateTable('logins').set({ email_confirmed_at: null }).execute();
  });

  test('is confirmed by a link that can be sent again; nothing else changes and no other mail is sent', async () => {
    expect(await details()).toEqual({ email: oldEmail, isConfirmed: false, hasPassword: true, pendingEmail: null });
    expect(await again()).toBe('done');
    const mail = await mailbox.mailTo(oldEmail);
    expect(mail.subject).toBe('Confirm your e-mail address for Heron Marina');
    const token = tokenIn(mail.text);
    expect(await look(token)).toEqual({ email: oldEmail, isChange: false, needsPassword: true });
    expect(await confirm(token)).toBe('done');
    expect(await details()).toEqual({ email: oldEmail, isConfirmed: true, hasPassword: true, pendingEmail: null });
    expect(await mailKinds()).toEqual([['confirm-address', oldEmail]]);
  });

  test('once confirmed, no further mail is sent', async () => {
    await tenant.db.updateTable('logins').set({ email_confirmed_at: app.clock.now() }).execute();
    expect(await again()).toBe('done');
    expect(await mailKinds()).toEqual([]);
  });
});
