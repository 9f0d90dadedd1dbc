import { randomUUID } from 'node:crypto';
import { getSession, signIn } from '@quayside/contract/identity/identity.ts';
import { requestPasswordReset, resetPassword, validatePasswordToken } from '@quayside/contract/identity/passwords.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  makeAccount,
  makeLogin,
  makeResetToken,
  makeTenant,
  samplePassword,
  type TestTenant,
} from '../../testing/factories/factories.ts';
import { type MailApp, startMailApp } from '../../testing/mail-app.ts';
import { TestMailbox } from '../../testing/mailbox.ts';
import { sweepResets } from './passwords.queries.ts';

const mailbox = new TestMailbox();
let app: MailApp;
let tenant: TestTenant;
let login: { id: number; email: string };

beforeAll(async () => {
  app = await startMailApp(mailbox);
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set('2026-05-16T09:00:00Z');
  tenant = await makeTenant(app, { name: 'Heron Marina', hosts: [`heron-${randomUUID()}.localhost`] });
  login = await makeLogin(tenant, await makeAccount(tenant));
});

const newPassword = 'Different#2027';
const ask = (email: string, language = 'en-GB') =>
  app.client(tenant.key).call(requestPasswordReset, { body: { email } }, { 'accept-language': language });
const reset = (token: string, password = newPassword) =>
  app.client(tenant.key).call(resetPassword, { body: { token, password } });
const isValid = async (token: string, at = tenant) =>
  (await app.client(at.key).call(validatePasswordToken, { params: { token } })).body.responseStatus?.errorCode ??
  'valid';
const canSignIn = async (password: string) =>
  (await app.client(tenant.key).call(signIn, { body: { userName: login.email, password } })).status === 200;
const token = () => makeResetToken(tenant, login.id, app.clock.now());
const tokenIn = (text = '') => /\/passwordResetForm\/([\w-]{43})$/m.exec(text)?.[1] ?? '';

describe('asking for a link', () => {
  test('[REG-6] a known address gets a mail whose link opens a new password', async () => {
    const answer = await ask(` ${login.email.toUpperCase()} `);
    expect([answer.status, answer.body]).toEqual([200, { done: true }]);
    const mail = await mailbox.mailTo(login.email);
    expect(mail.subject).toBe('Choose a new password for Heron Marina');
    const sent = tokenIn(mail.text);
    expect(mail.html).toContain(`/passwordResetForm/${sent}"`);
    expect(await isValid(sent)).toBe('valid');
    expect((await reset(sent)).status).toBe(200);
    expect(await canSignIn(newPassword)).toBe(true);
  });

  test('[REG-6] an unknown address gets the same answer and no mail, and is not stored', async () => {
    const known = await ask(login.email);
    const unknown = await ask('nobody@example.com');
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
    // The queue has one order: after the mail of a later request, the unknown one's turn is over.
    const last = await makeLogin(tenant, await makeAccount(tenant));
    await ask(last.email);
    await mailbox.mailTo(last.email);
    expect((await mailbox.read()).some((mail) => mail.to?.[0]?.address === 'nobody@example.com')).toBe(false);
    const kept = async () => {
      const mails = await tenant.db.selectFrom('mails').select('recipient').execute();
      return mails.map(({ recipient }) => recipient);
    };
    await expect.poll(kept).not.toContain('nobody@example.com');
  });

  test('[REG-6] before any mail is written, a known and an unknown address leave the same behind', async () => {
    await app.stopWorker();
    await ask(login.email);
    await ask('nobody@example.com');
    const [known, unknown] = await tenant.db.selectFrom('mails').selectAll().orderBy('id').execute();
    const same = { recipient: '', id: 0, message_id: '' };
    expect({ ...known, ...same }).toEqual({ ...unknown, ...same });
    expect(await tenant.db.selectFrom('password_resets').selectAll().execute()).toEqual([]);
    await app.startWorker();
  });

  test('[REG-6] a login whose account is closed gets none', async () => {
    await tenant.db.updateTable('accounts').set({ closed_at: app.clock.now() }).execute();
    await ask(login.email);
    const open = await makeLogin(tenant, await makeAccount(tenant));
    await ask(open.email);
    await mailbox.mailTo(open.email);
    expect((await mailbox.read()).some((mail) => mail.to?.[0]?.address === login.email)).toBe(false);
  });

  test('[LANG-5] the mail is in the reader’s language, and readable as text', async () => {
    await ask(login.email, 'fr-FR');
    const { subject, text = '', html } = await mailbox.mailTo(login.email);
    expect(subject).toBe('Choisissez un nouveau mot de passe pour Heron Marina');
    expect(html).toContain('<html lang="fr-FR"');
    expect(text).toMatch(
      /^HERON MARINA\n\nChoisissez un nouveau mot de passe\n\nUn nouveau mot de passe a été demandé/,
    );
    expect(text).not.toMatch(/\n\n\n|undefined|null|</);
  });

  test('[SAFE-3] five mails for one address in an hour, known or not; others are free to ask', async () => {
    for (const email of [login.email, 'stranger@example.com']) {
      for (let n = 0; n < 5; n++) expect((await ask(email)).status).toBe(200);
      const sixth = await ask(email.toUpperCase());
      expect([sixth.status, sixth.headers.get('retry-after')]).toEqual([429, '3600']);
    }
    expect((await ask('third@example.com')).status).toBe(200);
    app.clock.advance({ hours: 1 });
    expect((await ask(login.email)).status).toBe(200);
  });

  test.each(['', 'jo', 'jo@example', 'a@example.com, b@example.com', 'a@example.com\r\nBcc: b@example.com'])(
    '[REG-6] %j is no address',
    async (email) => expect((await ask(email)).body.responseStatus?.errorCode).toBe('INVALID_REQUEST'),
  );
});

describe('the link', () => {
  test('[REG-7] is not spent by looking, works once, and says no more afterwards', async () => {
    const sent = await token();
    for (let n = 0; n < 3; n++) expect(await isValid(sent)).toBe('valid');
    const { body } = await app.client(tenant.key).call(validatePasswordToken, { params: { token: sent } });
    expect(body).toEqual({ isValid: true, email: login.email });
    expect((await reset(sent)).status).toBe(200);
    expect(await isValid(sent)).toBe('INVALID_TOKEN');
    const again = await reset(sent, 'Third#2028');
    expect([again.status, again.body.responseStatus?.errorCode]).toEqual([410, 'INVALID_TOKEN']);
    expect(await canSignIn(newPassword)).toBe(true);
  });

  test('[REG-7] works for 60 minutes', async () => {
    const sent = await token();
    app.clock.advance({ minutes: 59, seconds: 59 });
    expect(await isValid(sent)).toBe('valid');
    app.clock.advance({ seconds: 1 });
    expect(await isValid(sent)).toBe('INVALID_TOKEN');
    expect((await reset(sent)).status).toBe(410);
    expect(await canSignIn(samplePassword)).toBe(true);
    await sweepResets(tenant.db, tenant.id, app.clock.now());
    expect(await tenant.db.selectFrom('password_resets').selectAll().execute()).toEqual([]);
  });

  test('[REG-7] is replaced by a newer one', async () => {
    const [older, newer] = [await token(), await token()];
    expect([await isValid(older), await isValid(newer)]).toEqual(['INVALID_TOKEN', 'valid']);
  });

  test('[REG-7] opened by two at once changes the password once', async () => {
    const sent = await token();
    const answers = await Promise.all([reset(sent, 'First#2027'), reset(sent, 'Second#2027')]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 410]));
  });

  test('[REG-4] keeps its worth when the password was too weak', async () => {
    const sent = await token();
    const weak = await reset(sent, 'weak');
    expect([weak.status, weak.body.responseStatus?.errorCode]).toEqual([400, 'PASSWORD_COMPLEXITY']);
    expect(await isValid(sent)).toBe('valid');
  });

  test('[REG-7] of another marina opens nothing here', async () => {
    expect(await isValid(await token(), await makeTenant(app))).toBe('INVALID_TOKEN');
  });

  test('[REG-7] ends every session of the login, opens its lock, and tells its owner by mail', async () => {
    const browser = app.client(tenant.key);
    await browser.call(signIn, { body: { userName: login.email, password: samplePassword } });
    for (let n = 0; n < 11; n++) await canSignIn('Wrong#2026');
    expect(await canSignIn(samplePassword)).toBe(false);
    expect((await reset(await token())).status).toBe(200);
    expect((await browser.call(getSession, {})).body.userSession.isAuthenticated).toBe(false);
    expect(await canSignIn(samplePassword)).toBe(false);
    expect(await canSignIn(newPassword)).toBe(true);
    const mail = await mailbox.mailTo(login.email, 'Your password for Heron Marina was changed');
    // The advice to choose a new password stands above the button that leads there.
    expect(mail.text?.replaceAll('\n', ' ')).toMatch(/If this was not you.*\/forgotten-password/);
  });

  test('[SAFE-5] token, address and password are in neither the log nor the database', async () => {
    await ask(login.email);
    const sent = tokenIn((await mailbox.mailTo(login.email)).text);
    await isValid(sent);
    await reset(sent, 'Secret#Phrase1');
    const rows = await tenant.db.selectFrom('mails').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(sent);
    expect(app.logs()).toContain('password reset');
    expect(app.logs()).not.toMatch(new RegExp(`${sent}|Secret#Phrase1|${login.email}`));
  });
});
