import { randomUUID } from 'node:crypto';
import { getSession, signIn } from '@quayside/contract/identity/identity.ts';
import { changeLoginAddress, confirmAddress, getSignInDetails } from '@quayside/contract/identity/login-address.ts';
import { requestPasswordReset, resetPassword } from '@quayside/contract/identity/passwords.ts';
import { registerAccount } from '@quayside/contract/identity/registration.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { auditOf } from '../../testing/audit.ts';
import {
  makeAccount,
  makeRenewalCodeOf,
  makeTenant,
  sampleSettings,
  type TestAccount,
  type TestTenant,
} from '../../testing/factories/factories.ts';
import type { HttpClient } from '../../testing/http-client.ts';
import { type MailApp, startMailApp } from '../../testing/mail-app.ts';
import { TestMailbox } from '../../testing/mailbox.ts';

/** Somebody registers with a stranger's address and never confirms it. The stranger is a customer, too. */

const mailbox = new TestMailbox();
let app: MailApp;
let tenant: TestTenant;
/** The marina's own address. */
let office: string;
/** The address that the claimant typed, and its owner reads. */
let wanted: string;
let claimant: TestAccount;
let claimantOnFile: string;
let session: HttpClient;

const claimantPassword = 'Claimant#2026';
const ownerPassword = 'TheOwner#2026';

beforeAll(async () => {
  app = await startMailApp(mailbox);
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set('2026-05-16T09:00:00Z');
  const name = randomUUID();
  office = `office.${name}@example.com`;
  const settings = { ...sampleSettings(), contact: { email: office, telephone: '+44 1632 960000' } };
  tenant = await makeTenant(app, { name: 'Heron Marina', hosts: [`heron-${name}.localhost`], settings });
  [wanted, claimantOnFile] = [`owner.${name}@example.com`, `claimant.${name}@example.com`];
  claimant = await makeAccount(tenant, { email: claimantOnFile });
  await register(claimant, wanted, claimantPassword);
  session = visitor();
  await canSignIn(wanted, claimantPassword, session);
});

const visitor = () => app.client(tenant.key);
const code = (answer: { body: { responseStatus?: { errorCode: string } } }) =>
  answer.body.responseStatus?.errorCode ?? 'done';

/** Registers, and returns the address that signs in, or the code of the error. */
async function register(account: TestAccount, email: string, password: string): Promise<string> {
  const renewalToken = await makeRenewalCodeOf(tenant, account, app.clock.now());
  const answer = await visitor().call(registerAccount, {
    body: { account: { guid: account.guid, renewalToken, email }, password },
  });
  return answer.body.userName ?? code(answer);
}

const canSignIn = async (userName: string, password: string, client = visitor()) =>
  (await client.call(signIn, { body: { userName, password } })).status === 200;

async function signedIn(userName: string, password: string): Promise<HttpClient> {
  const client = visitor();
  expect(await canSignIn(userName, password, client)).toBe(true);
  return client;
}

const addressOf = async (client: HttpClient) => {
  const { email, isConfirmed, pendingEmail } = (await client.call(getSignInDetails, {})).body;
  return { email, isConfirmed, pendingEmail };
};

const loginOf = async ({ id }: TestAccount) => {
  const own = tenant.db.selectFrom('login_accounts').select('login_id').where('account_id', '=', id);
  return (await own.executeTakeFirstOrThrow()).login_id;
};

/** Opens the newest link in a mail to the address that is to be confirmed. */
async function openLink(client: HttpClient, subject: string): Promise<string> {
  const { text = '' } = await mailbox.mailTo(wanted, subject);
  const token = /\/confirm-address\/([\w-]{43})$/m.exec(text)?.[1] ?? '';
  return code(await client.call(confirmAddress, { body: { token } }));
}

/** The claimant keeps the open session and the password, and signs in with the address on file. */
async function expectLosing(): Promise<void> {
  expect((await session.call(getSession, {})).body.userSession.isAuthenticated).toBe(true);
  expect(await canSignIn(wanted, claimantPassword)).toBe(false);
  expect(await canSignIn(claimantOnFile, claimantPassword)).toBe(true);
  await mailbox.mailTo(claimantOnFile, 'You now sign in to Heron Marina with this address');
  expect(await addressOf(session)).toEqual({ email: claimantOnFile, isConfirmed: true, pendingEmail: null });
}

test('[SAFE-85] [SAFE-90] an address on file is given to its owner by a login that never confirmed it', async () => {
  const owner = await makeAccount(tenant, { email: wanted });
  expect(await register(owner, wanted, ownerPassword)).toBe(wanted);
  expect(await addressOf(await signedIn(wanted, ownerPassword))).toMatchObject({ email: wanted, isConfirmed: true });
  await expectLosing();
});

test('[SAFE-85] [SAFE-92] a mail’s link gives a changed address to its reader, also if others claim it', async () => {
  const ownOnFile = `own.${randomUUID()}@example.com`;
  const owner = await makeAccount(tenant, { email: ownOnFile });
  await register(owner, ownOnFile, ownerPassword);
  const client = await signedIn(ownOnFile, ownerPassword);
  await client.call(changeLoginAddress, { body: { email: wanted, currentPassword: ownerPassword } });
  expect(await openLink(client, 'Confirm your new e-mail address for Heron Marina')).toBe('done');
  expect(await addressOf(client)).toEqual({ email: wanted, isConfirmed: true, pendingEmail: null });
  await expectLosing();
  const confirmed = (await auditOf(tenant)).find(({ event }) => event === 'login-address.confirm');
  expect(confirmed?.details).toEqual({ isChange: true, takenFrom: [await loginOf(claimant)] });
});

test('[SAFE-85] a new login signs in with its address on file until it has proven a claimed address', async () => {
  const ownOnFile = `own.${randomUUID()}@example.com`;
  const owner = await makeAccount(tenant, { email: ownOnFile });
  expect(await register(owner, wanted, ownerPassword)).toBe(ownOnFile);
  const client = await signedIn(ownOnFile, ownerPassword);
  expect(await addressOf(client)).toEqual({ email: ownOnFile, isConfirmed: true, pendingEmail: wanted });
  // Nothing is proven yet.
  expect(await canSignIn(wanted, claimantPassword)).toBe(true);
  expect(await openLink(client, 'Confirm your new e-mail address for Heron Marina')).toBe('done');
  expect(await canSignIn(wanted, ownerPassword)).toBe(true);
  await expectLosing();
});

/** The owner of the address registers, and the claimant has no other one. */
async function loseOnlyAddress(): Promise<void> {
  await tenant.db.updateTable('logins').set({ address_on_file: null }).execute();
  await register(await makeAccount(tenant, { email: wanted }), wanted, ownerPassword);
}

test('[SAFE-85] [SAFE-90] a claimant without one on file keeps password and session, and can name one', async () => {
  await loseOnlyAddress();
  expect(await addressOf(session)).toMatchObject({ email: null, pendingEmail: null });
  const other = `other.${randomUUID()}@example.com`;
  const body = { email: other, currentPassword: claimantPassword };
  expect(code(await session.call(changeLoginAddress, { body: { ...body, currentPassword: 'Wrong#2026' } }))).toBe(
    'WRONG_PASSWORD',
  );
  expect(code(await session.call(changeLoginAddress, { body }))).toBe('done');
  const { text = '' } = await mailbox.mailTo(other);
  const token = /\/confirm-address\/([\w-]{43})$/m.exec(text)?.[1] ?? '';
  expect(code(await session.call(confirmAddress, { body: { token } }))).toBe('done');
  expect(await canSignIn(other, claimantPassword)).toBe(true);
});

const noticeSubject = 'A customer’s login has no e-mail address any more';

test('[LOGIN-21] a login that loses its only address is told to the office once, with what to do', async () => {
  await loseOnlyAddress();
  const { text = '' } = await mailbox.mailTo(office, noticeSubject);
  expect(text).toContain(`Robin Test (${claimant.id})`);
  expect(text).toMatch(new RegExp(`Login\\W+${await loginOf(claimant)}\\b`));
  expect(text.replaceAll(/\s+/g, ' ')).toContain('(command “login address”)');
  const notices = tenant.db.selectFrom('mails').select('id').where('kind', '=', 'login-without-address');
  expect(await notices.execute()).toHaveLength(1);
});

test('[LOGIN-21] the office is not told of a login that has an address again before the mail is sent', async () => {
  await app.stopWorker();
  await loseOnlyAddress();
  const login = await loginOf(claimant);
  const email = `again.${randomUUID()}@example.com`;
  await tenant.db.updateTable('logins').set({ email }).where('id', '=', login).execute();
  await app.startWorker();
  const waiting = tenant.db.selectFrom('mails').select('id').where('kind', '=', 'login-without-address');
  await expect.poll(() => waiting.execute(), { timeout: 10_000 }).toEqual([]); // the worker has dropped it
  expect((await mailbox.read()).filter(({ to }) => to?.some(({ address }) => address === office))).toEqual([]);
});

/** Somebody else registers with the claimant's address on file, and never confirms that. */
async function claimOnFile(): Promise<string> {
  const own = `second.${randomUUID()}@example.com`;
  expect(await register(await makeAccount(tenant, { email: own }), claimantOnFile, 'Second#2026')).toBe(claimantOnFile);
  return own;
}

test('[SAFE-89] a forgotten password reaches the address on file, although another login claims that', async () => {
  await claimOnFile();
  await visitor().call(requestPasswordReset, { body: { email: claimantOnFile } });
  const { text = '' } = await mailbox.mailTo(claimantOnFile, 'Choose a new password for Heron Marina');
  expect(text).toContain(wanted);
  const token = /\/passwordResetForm\/([\w-]{43})$/m.exec(text)?.[1] ?? '';
  expect(code(await visitor().call(resetPassword, { body: { token, password: 'Changed#2027' } }))).toBe('done');
  expect([await canSignIn(wanted, 'Changed#2027'), await canSignIn(claimantOnFile, 'Second#2026')]).toEqual([
    true,
    true,
  ]);
});

test('[SAFE-89] [SAFE-92] a login that loses an address gets that on file, also from one that claims it', async () => {
  const second = await claimOnFile();
  expect(await register(await makeAccount(tenant, { email: wanted }), wanted, ownerPassword)).toBe(wanted);
  await expectLosing();
  expect(await canSignIn(claimantOnFile, 'Second#2026')).toBe(false);
  expect(await canSignIn(second, 'Second#2026')).toBe(true);
  await mailbox.mailTo(second, 'You now sign in to Heron Marina with this address');
  const registered = (await auditOf(tenant)).filter(({ event }) => event === 'registration');
  const both = await tenant.db.selectFrom('logins').select('id').where('email', '!=', wanted).orderBy('id').execute();
  expect(registered.at(-1)?.details).toEqual({ takenFrom: both.map(({ id }) => id) });
});

test('[SAFE-89] two logins that claim each other’s address on file: the owner of one gets it', async () => {
  const second = await makeAccount(tenant, { email: wanted });
  expect(await register(second, claimantOnFile, 'Second#2026')).toBe(claimantOnFile);
  expect(await register(await makeAccount(tenant, { email: wanted }), wanted, ownerPassword)).toBe(wanted);
  await expectLosing();
  expect(await canSignIn(wanted, ownerPassword)).toBe(true);
  const left = await tenant.db.selectFrom('logins').select('email').orderBy('id').execute();
  expect(left.map(({ email }) => email)).toEqual([claimantOnFile, null, wanted]);
});

/** Waits until a statement of this test's application waits for a lock. */
const waitsForLock = () =>
  expect
    .poll(async () => {
      const { rows } = await sql`select from pg_locks as l join pg_stat_activity as a on a.pid = l.pid
        where a.datname = current_database() and not l.granted`.execute(app.ownerDb);
      return rows.length;
    })
    .toBeGreaterThan(0);

test.each([
  ['proves', true],
  ['only claims', false],
])('[SAFE-89] the address on file of a claimant, which another login %s at that moment', async (_, isProven) => {
  const own = `rival.${randomUUID()}@example.com`;
  const rival = await makeAccount(tenant, { email: own });
  await register(rival, own, 'Rival#2026');
  const rivalLogin = await loginOf(rival);
  const owner = await makeAccount(tenant, { email: wanted });
  const registered = await tenant.db.transaction().execute(async (trx) => {
    const confirmed = { email_confirmed_at: app.clock.now() };
    const claimed = { email_confirmed_at: null, address_on_file: own };
    await trx
      .updateTable('logins')
      .set({ email: claimantOnFile, ...(isProven ? confirmed : claimed) })
      .where('id', '=', rivalLogin)
      .execute();
    // Not committed: nobody sees it yet.
    const answer = register(owner, wanted, ownerPassword);
    await waitsForLock();
    return { answer };
  });
  expect(await registered.answer).toBe(wanted);
  expect(await canSignIn(wanted, ownerPassword)).toBe(true);
  const { email } = await addressOf(session);
  expect(email).toBe(isProven ? null : claimantOnFile);
  expect(await canSignIn(isProven ? claimantOnFile : own, 'Rival#2026')).toBe(true);
});

test('[SAFE-85] an address that is confirmed is taken by nobody', async () => {
  expect(await openLink(session, 'Confirm your e-mail address for Heron Marina')).toBe('done');
  const other = await makeAccount(tenant, { email: wanted });
  expect(await register(other, wanted, ownerPassword)).toBe('EMAIL_IN_USE');
  expect(await canSignIn(wanted, claimantPassword)).toBe(true);
});
