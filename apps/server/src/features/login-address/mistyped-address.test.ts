import { randomUUID } from 'node:crypto';
import { signIn } from '@quayside/contract/identity/identity.ts';
import {
  changeLoginAddress,
  confirmAddress,
  getSignInDetails,
  validateConfirmation,
} from '@quayside/contract/identity/login-address.ts';
import { requestPasswordReset, resetPassword } from '@quayside/contract/identity/passwords.ts';
import { registerAccount } from '@quayside/contract/identity/registration.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  makeAccount,
  makeLogin,
  makeRenewalCodeOf,
  makeTenant,
  samplePassword,
  signedInCustomer,
  type TestAccount,
  type TestTenant,
} from '../../testing/factories/factories.ts';
import type { HttpClient } from '../../testing/http-client.ts';
import { type MailApp, startMailApp } from '../../testing/mail-app.ts';
import { TestMailbox } from '../../testing/mailbox.ts';

/** Somebody mistypes the address that they register with, and a stranger owns it. */

const mailbox = new TestMailbox();
let app: MailApp;
let tenant: TestTenant;
let account: TestAccount;
let mistyped: string;
let onFile: string;

beforeAll(async () => {
  app = await startMailApp(mailbox);
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set('2026-05-16T09:00:00Z');
  tenant = await makeTenant(app, { name: 'Heron Marina', hosts: [`heron-${randomUUID()}.localhost`] });
  onFile = `Jo.${randomUUID()}@gmail.com`;
  mistyped = onFile.toLowerCase().replace('gmail', 'gmial');
  account = await makeAccount(tenant, { firstname: 'Jo', email: onFile });
});

const code = (answer: { body: { responseStatus?: { errorCode: string } } }) =>
  answer.body.responseStatus?.errorCode ?? 'done';
const visitor = () => app.client(tenant.key);

async function register(email = mistyped): Promise<void> {
  const renewalToken = await makeRenewalCodeOf(tenant, account, app.clock.now());
  const body = { account: { guid: account.guid, renewalToken, email }, password: samplePassword };
  expect(code(await visitor().call(registerAccount, { body }))).toBe('done');
}

async function canSignIn(userName: string, password = samplePassword, client = visitor()): Promise<boolean> {
  return (await client.call(signIn, { body: { userName, password } })).status === 200;
}

async function signedIn(): Promise<HttpClient> {
  const client = visitor();
  expect(await canSignIn(mistyped, samplePassword, client)).toBe(true);
  return client;
}

const confirm = async (client: HttpClient, token: string, password?: string) =>
  code(await client.call(confirmAddress, { body: { token, ...(password !== undefined && { password }) } }));
const forget = async (email: string) => code(await visitor().call(requestPasswordReset, { body: { email } }));

const confirmationSubject = 'Confirm your e-mail address for Heron Marina';
const resetSubject = 'Choose a new password for Heron Marina';
const linkIn = (text = '') => /\/(?:confirm-address|passwordResetForm)\/([\w-]{43})$/m.exec(text)?.[1] ?? '';
const confirmationLink = async () => linkIn((await mailbox.mailTo(mistyped, confirmationSubject)).text);

/** Waits until every mail that is queued so far is sent or dropped, and returns those with a link to a new password. */
async function resetMails(): Promise<[address: string | undefined, text: string][]> {
  const waiting = () => tenant.db.selectFrom('mails').select('id').where('sent_at', 'is', null).execute();
  await expect.poll(waiting, { timeout: 20_000 }).toEqual([]);
  const mails = await mailbox.read();
  const addresses = [mistyped, onFile.toLowerCase()];
  return mails
    .filter(({ subject, to }) => subject === resetSubject && addresses.includes(to?.[0]?.address ?? ''))
    .map(({ to, text }) => [to?.[0]?.address, text ?? '']);
}

test('[SAFE-3] [REG-9] wrong passwords are told to the address on file, not to the stranger', async () => {
  await register();
  for (let n = 0; n < 11; n++) expect(await canSignIn(mistyped, `Guess#${n}2026`)).toBe(false);
  await mailbox.mailTo(onFile.toLowerCase(), 'Wrong passwords for your login at Heron Marina');
  const toStranger = (await mailbox.read()).filter(({ to }) => to?.[0]?.address === mistyped);
  expect(toStranger.map(({ subject }) => subject)).not.toContainEqual(expect.stringContaining('Wrong passwords'));
});

test('[LOGIN-17] the stranger’s link confirms nothing without the password, and guesses are counted', async () => {
  await register();
  const token = await confirmationLink();
  const look = await visitor().call(validateConfirmation, { params: { token } });
  expect(look.body).toEqual({ email: mistyped, isChange: false, needsPassword: true });
  expect(await confirm(visitor(), token)).toBe('WRONG_PASSWORD');
  const stranger = await signedInCustomer(app, tenant);
  expect(await confirm(stranger.client, token)).toBe('WRONG_PASSWORD');
  const guesses = [];
  for (let n = 0; n < 11; n++) guesses.push(await confirm(visitor(), token, `Guess#${n}2026`));
  expect(guesses.at(-1)).toBe('TOO_MANY_REQUESTS');
  expect(new Set(guesses)).toEqual(new Set(['WRONG_PASSWORD', 'TOO_MANY_REQUESTS']));
  const login = await tenant.db
    .selectFrom('logins')
    .select('email_confirmed_at')
    .where('email', '=', mistyped)
    .executeTakeFirstOrThrow();
  expect(login.email_confirmed_at).toBeNull();
});

test('[LOGIN-17] the link confirms for the session of its login, and for its password in another browser', async () => {
  await register();
  const own = await signedIn();
  const token = await confirmationLink();
  const look = await own.call(validateConfirmation, { params: { token } });
  expect(look.body).toMatchObject({ needsPassword: false });
  expect(await confirm(own, token)).toBe('done');
  const moved = `moved.${mistyped}`;
  const body = { email: moved, currentPassword: samplePassword };
  expect(code(await own.call(changeLoginAddress, { body }))).toBe('done');
  const change = linkIn((await mailbox.mailTo(moved)).text);
  expect(await confirm(visitor(), change)).toBe('WRONG_PASSWORD');
  expect(await confirm(visitor(), change, samplePassword)).toBe('done');
  expect((await own.call(getSignInDetails, {})).body).toMatchObject({ email: moved, isConfirmed: true });
});

test('[REG-9] a new password of an unconfirmed login goes to the address on file, not to the stranger', async () => {
  await register();
  expect(await forget(mistyped)).toBe('done');
  const [[address, text], ...others] = (await resetMails()) as [[string, string]];
  expect([address, others]).toEqual([onFile.toLowerCase(), []]);
  expect(text.replaceAll(/\s+/g, ' ')).toContain(`You sign in with ${mistyped}`);
  const reset = { token: linkIn(text), password: 'Different#2027' };
  expect(code(await visitor().call(resetPassword, { body: reset }))).toBe('done');
  expect(await canSignIn(mistyped, 'Different#2027')).toBe(true);
  await mailbox.mailTo(onFile.toLowerCase(), 'Your password for Heron Marina was changed');
});

test('[REG-9] the address on file may be typed, too, as long as no login has it', async () => {
  await register();
  expect(await forget(onFile)).toBe('done');
  const [[address, text] = []] = await resetMails();
  expect(address).toBe(onFile.toLowerCase());
  expect(text).toContain(mistyped);
  const { id } = await makeLogin(tenant, await makeAccount(tenant), { email: onFile.toLowerCase() });
  await forget(onFile);
  await resetMails();
  const stored = await tenant.db.selectFrom('password_resets').select('login_id').where('login_id', '=', id).execute();
  expect(stored).toHaveLength(1);
});

test('[REG-9] once the address is confirmed, the link goes there and no longer to the address on file', async () => {
  await register();
  expect(await confirm(await signedIn(), await confirmationLink())).toBe('done');
  await forget(mistyped);
  await forget(onFile);
  expect((await resetMails()).map(([address]) => address)).toEqual([mistyped]);
});

test('[REG-9] without an address on file nobody gets a link; a contact address of the portal is none', async () => {
  await tenant.db.updateTable('accounts').set({ email: '' }).execute();
  await register();
  await tenant.db.updateTable('accounts').set({ email: onFile }).execute();
  expect([await forget(mistyped), await forget(onFile)]).toEqual(['done', 'done']);
  expect(await resetMails()).toEqual([]);
});

test('[REG-9] known, unconfirmed and unknown addresses leave the same behind', async () => {
  await register();
  await resetMails();
  await app.stopWorker();
  for (const email of [mistyped, onFile, 'nobody@example.com']) expect(await forget(email)).toBe('done');
  const mails = await tenant.db.selectFrom('mails').selectAll().where('sent_at', 'is', null).orderBy('id').execute();
  const same = { recipient: '', id: 0, message_id: '' };
  const [first, ...others] = mails.map((mail) => ({ ...mail, ...same }));
  expect(others).toEqual([first, first]);
  await app.startWorker();
});
