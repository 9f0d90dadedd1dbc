import { randomUUID } from 'node:crypto';
import { signIn } from '@quayside/contract/identity/identity.ts';
import { changePassword } from '@quayside/contract/identity/passwords.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  makeAccount,
  makeLogin,
  makeTenant,
  samplePassword,
  signedInCustomer,
  type TestTenant,
} from '../../testing/factories/factories.ts';
import { type MailApp, startMailApp } from '../../testing/mail-app.ts';
import { TestMailbox } from '../../testing/mailbox.ts';

const mailbox = new TestMailbox();
let app: MailApp;
let tenant: TestTenant;
let email: string;

beforeAll(async () => {
  app = await startMailApp(mailbox);
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set('2026-05-16T09:00:00Z');
  tenant = await makeTenant(app, { name: 'Heron Marina', hosts: [`heron-${randomUUID()}.localhost`] });
  ({ email } = await makeLogin(tenant, await makeAccount(tenant)));
});

const attempt = (userName: string, password: string, language = 'en-GB') =>
  app.client(tenant.key).call(signIn, { body: { userName, password } }, { 'accept-language': language });

/** Makes the try that locks a name, as if it had failed nine times before. */
async function lock(userName: string, language?: string) {
  await attempt(userName, 'Wrong#2026', language);
  await tenant.db.updateTable('sign_in_locks').set({ failures: 9 }).execute();
  return attempt(userName, 'Wrong#2026', language);
}

const mails = () => tenant.db.selectFrom('mails').select(['kind', 'recipient', 'language']).execute();

test('[SAFE-3] the owner of a locked login gets one mail with a link to unlock it', async () => {
  await lock(email);
  for (let n = 0; n < 3; n++) await attempt(email, 'Wrong#2026');
  const mail = await mailbox.mailTo(email);
  expect(mail.subject).toBe('Wrong passwords for your login at Heron Marina');
  expect(mail.text).toMatch(
    /sign\s+in\s+from\s+elsewhere\s+and\s+with\s+a\s+browser\s+that\s+you\s+have\s+used\s+before/,
  );
  expect(mail.text).toMatch(/^http:\/\/heron-.*:3000\/forgotten-password$/m);
  expect(await mails()).toEqual([{ kind: 'login-locked', recipient: email, language: 'en-GB' }]);
});

test('[SAFE-3] locking a login from many places sends its owner one mail an hour, no more', async () => {
  await lock(email);
  await tenant.db.deleteFrom('sign_in_locks').execute();
  await lock(email);
  expect(await mails()).toHaveLength(1);
  app.clock.advance({ hours: 1 });
  await tenant.db.deleteFrom('sign_in_locks').execute();
  await lock(email);
  expect(await mails()).toHaveLength(2);
});

test('[SAFE-3] the mail has the language of the owner’s last sign-in, not that of the locking request', async () => {
  expect((await attempt(email, samplePassword, 'fr')).status).toBe(200);
  await lock(email, 'en-GB');
  expect((await mailbox.mailTo(email)).subject).toBe('Mots de passe erronés pour votre accès chez Heron Marina');
});

test('[SAFE-3] nine failures send no mail, nor does a correct tenth try', async () => {
  await attempt(email, 'Wrong#2026');
  await tenant.db.updateTable('sign_in_locks').set({ failures: 9 }).execute();
  expect((await attempt(email, samplePassword)).status).toBe(200);
  expect(await mails()).toEqual([]);
});

test('[SAFE-3] an unknown login name is stored the same way, and no mail is sent', async () => {
  await app.stopWorker();
  const known = await lock(email);
  await tenant.db.deleteFrom('sign_in_locks').execute();
  const unknown = await lock('nobody@example.com');
  expect([unknown.status, unknown.body.responseStatus]).toEqual([known.status, known.body.responseStatus]);
  const [first, second] = await tenant.db.selectFrom('mails').selectAll().orderBy('id').execute();
  const same = { recipient: '', id: 0, message_id: '' };
  expect({ ...first, ...same }).toEqual({ ...second, ...same });

  await app.startWorker();
  await mailbox.mailTo(email);
  // The queue has one order: after the mail of a later lock, the unknown one's turn is over.
  const last = await makeLogin(tenant, await makeAccount(tenant));
  await tenant.db.deleteFrom('sign_in_locks').execute();
  await lock(last.email);
  await mailbox.mailTo(last.email);
  expect((await mails()).map(({ recipient }) => recipient).toSorted()).toEqual([email, last.email].toSorted());
});

test('[SAFE-3] guessing in an open session locks and tells too', async () => {
  const { client } = await signedInCustomer(app, tenant);
  const guess = () => client.call(changePassword, { body: { currentPassword: 'Wrong#2026', password: 'New#20267' } });
  await guess();
  await tenant.db.updateTable('sign_in_locks').set({ failures: 9 }).execute();
  await guess();
  expect((await mails()).map(({ kind }) => kind)).toEqual(['login-locked']);
});

describe('a login that becomes slow as a whole', () => {
  const failures = () => tenant.db.updateTable('rate_limits').where('bucket', 'like', 'sign-in-login:%');

  /** Makes the hundredth failure of an hour, as if the others had come before. */
  async function slowDown(language?: string) {
    await tenant.db.deleteFrom('sign_in_locks').execute();
    await attempt(email, 'Wrong#2026', language);
    await failures().set({ hits: 99 }).execute();
    return attempt(email, 'Wrong#2026', language);
  }

  test('[SAFE-3] its owner gets one mail each time, in the language of their last sign-in', async () => {
    await tenant.db.updateTable('logins').set({ language: 'fr-FR' }).where('email', '=', email).execute();
    await slowDown('en-GB');
    for (let n = 0; n < 3; n++) await attempt(email, 'Wrong#2026', 'en-GB');
    const mail = await mailbox.mailTo(email);
    expect(mail.subject).toBe('Nombreux mots de passe erronés pour votre accès chez Heron Marina');
    expect(mail.text).toMatch(/saisi\s+100\s+fois/);
    expect(mail.text).toMatch(/Votre\s+accès\s+n’est\s+pas\s+bloqué/);
    expect(mail.text).toMatch(/^http:\/\/heron-.*:3000\/forgotten-password$/m);
    const notices = [{ kind: 'login-slow', recipient: email, language: 'fr-FR' }];
    expect(await mails()).toEqual(notices);
    app.clock.advance({ hours: 1 });
    await attempt(email, 'Wrong#2026', 'en-GB');
    expect(await mails()).toEqual(notices);
    await slowDown('en-GB');
    expect(await mails()).toEqual([...notices, ...notices]);
  });

  test('[SAFE-3] failures at once around the hundredth are one time', async () => {
    await attempt(email, 'Wrong#2026');
    await failures().set({ hits: 92 }).execute();
    await Promise.all(Array.from({ length: 9 }, () => attempt(email, 'Wrong#2026')));
    expect((await mails()).filter(({ kind }) => kind === 'login-slow')).toHaveLength(1);
  });
});
