import { getSession, signIn } from '@quayside/contract/identity/identity.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sessionCookie } from '../../http/origin/cookie-names.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import {
  makeAccount,
  makeLogin,
  makeTenant,
  samplePassword,
  type TestAccount,
  type TestTenant,
} from '../../testing/factories/factories.ts';
import { hashPassword } from './password-hash.service.ts';

let app: TestApp;
let tenant: TestTenant;
let other: TestTenant;
let account: TestAccount;
let login: { id: number; email: string };

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  tenant = await makeTenant(app);
  other = await makeTenant(app);
  account = await makeAccount(tenant);
  login = await makeLogin(tenant, account);
});

async function somebodyWaits(): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`select exists (select from pg_locks where not granted
    and pid in (select pid from pg_stat_activity where datname = current_database())) as waits`.execute(app.ownerDb);
  return rows[0]?.waits ?? false;
}

const credentials = (changes = {}) => ({ userName: login.email, password: samplePassword, ...changes });

describe('refusals', () => {
  test('[LOGIN-3] a wrong password and an unknown login get the same answer', async () => {
    const client = app.client(tenant.key);
    const wrong = await client.call(signIn, { body: credentials({ password: 'Harbour#2027' }) });
    const unknown = await client.call(signIn, { body: credentials({ userName: 'nobody@example.com' }) });
    expect(wrong.status).toBe(401);
    expect(wrong.body.responseStatus?.errorCode).toBe('InvalidOperationException');
    expect(unknown.status).toBe(wrong.status);
    expect(unknown.body.responseStatus).toEqual(wrong.body.responseStatus);
    expect([...unknown.headers.keys()]).toEqual([...wrong.headers.keys()]);
    expect(client.cookies.size).toBe(0);
  });

  test('[LOGIN-3] the message is in the language of the caller', async () => {
    const wrong = { body: credentials({ password: 'x' }) };
    const english = await app.client(tenant.key).call(signIn, wrong, { 'accept-language': 'en-GB' });
    const french = await app.client(tenant.key).call(signIn, wrong, { 'accept-language': 'fr' });
    expect(english.body.responseStatus?.message).toBe('The e-mail address or password is incorrect.');
    expect(french.body.responseStatus?.message).toBe('L’adresse e-mail ou le mot de passe est incorrect.');
  });

  test('[SAFE-4] a login of one marina opens nothing at another', async () => {
    const answer = await app.client(other.key).call(signIn, { body: credentials() });
    expect(answer.body.responseStatus?.errorCode).toBe('InvalidOperationException');
  });

  test('[SAFE-4] another site may not sign anybody in', async () => {
    const answer = await app
      .client(tenant.key)
      .call(signIn, { body: credentials() }, { origin: 'https://evil.example.com' });
    expect([answer.status, answer.body.responseStatus?.errorCode]).toEqual([403, 'FOREIGN_ORIGIN']);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  test('[SAFE-2] missing, malformed and unknown fields are refused by name', async () => {
    const client = app.client(tenant.key);
    for (const body of [{}, { userName: 1, password: 'x' }, { ...credentials(), admin: true }, '[']) {
      const answer = await client.request('POST', '/harbour/api/auth/credentials', { body });
      expect([answer.status, answer.body.responseStatus?.errorCode]).toEqual([400, 'INVALID_REQUEST']);
    }
  });

  test('a login whose only account was closed is refused like a wrong password', async () => {
    await tenant.db.updateTable('accounts').set({ closed_at: app.clock.now() }).where('id', '=', account.id).execute();
    const answer = await app.client(tenant.key).call(signIn, { body: credentials() });
    expect(answer.body.responseStatus?.errorCode).toBe('InvalidOperationException');
  });
});

describe('successes', () => {
  test('[LOGIN-5] the right password opens a session of the account', async () => {
    const client = app.client(tenant.key);
    const answer = await client.call(signIn, { body: credentials({ userName: `  ${login.email.toUpperCase()} ` }) });
    expect(answer.status).toBe(200);
    const userSession = {
      isAuthenticated: true,
      isAccountUser: true,
      userId: login.id,
      accountGuid: account.guid,
      sessionName: expect.any(String),
      viewingUntil: null,
    };
    expect(answer.body).toEqual({ userSession });
    expect((await client.call(getSession, {})).body).toEqual(answer.body);
  });

  test('[SAFE-4] the cookie is out of reach of scripts and of other sites, and only its hash is stored', async () => {
    const client = app.client(tenant.key);
    const answer = await client.call(signIn, { body: credentials() });
    const [cookie = ''] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(cookie).toContain('Max-Age=2592000');
    const token = client.cookies.get(sessionCookie) ?? '';
    const stored = JSON.stringify(await tenant.db.selectFrom('sessions').selectAll().execute());
    expect(token.length).toBeGreaterThanOrEqual(43);
    expect(stored).not.toContain(token);
    expect(answer.text).not.toContain(token);
  });

  test('[LOGIN-5] without rememberMe the cookie ends with the browser', async () => {
    const answer = await app.client(tenant.key).call(signIn, { body: credentials({ rememberMe: false }) });
    expect(answer.headers.getSetCookie()[0]).not.toMatch(/max-age|expires/i);
  });

  test('[SAFE-4] a planted session is not taken over: signing in gives a new token and ends the old one', async () => {
    const victim = app.client(tenant.key);
    await victim.call(signIn, { body: credentials() });
    const planted = victim.cookies.get(sessionCookie) ?? '';
    await victim.call(signIn, { body: credentials() });
    expect(victim.cookies.get(sessionCookie)).not.toBe(planted);
    const attacker = app.client(tenant.key);
    attacker.cookies.set(sessionCookie, planted);
    expect((await attacker.call(getSession, {})).body.userSession.isAuthenticated).toBe(false);
  });

  test('[SAFE-4] a password that was replaced while the sign-in waits for its login opens nothing', async () => {
    const other = await hashPassword('Different#2027');
    const answers: Promise<{ status: number }>[] = [];
    await tenant.db.transaction().execute(async (trx) => {
      await trx.updateTable('logins').set({ password_hash: other }).where('id', '=', login.id).execute();
      answers.push(app.client(tenant.key).call(signIn, { body: credentials() }));
      await expect.poll(somebodyWaits, { timeout: 30_000 }).toBe(true);
    });
    const [answer] = await Promise.all(answers);
    expect(answer?.status).toBe(401);
    for (const table of ['sessions', 'known_devices', 'audit_entries'] as const)
      expect([table, await tenant.db.selectFrom(table).select('tenant_id').execute()]).toEqual([table, []]);
  });

  test('[LOGIN-5] signing in twice leaves one session, and both sign-ins and the end in the audit trail', async () => {
    const client = app.client(tenant.key);
    for (let n = 0; n < 2; n++) await client.call(signIn, { body: credentials() });
    expect(await tenant.db.selectFrom('sessions').select('name').execute()).toHaveLength(1);
    const events = tenant.db.selectFrom('audit_entries').select('event').orderBy('sequence');
    expect((await events.execute()).map(({ event }) => event)).toEqual(['sign-in', 'sign-out', 'sign-in']);
  });

  test('[SAFE-5] the log of a sign-in names neither password, nor token, nor person', async () => {
    const client = app.client(tenant.key);
    await client.call(signIn, { body: credentials({ password: 'Wr0ng#password' }) });
    await client.call(signIn, { body: credentials() });
    const logs = app.logs();
    expect(logs).toContain('signed in');
    expect(logs).toContain('sign-in refused');
    for (const secret of [samplePassword, 'Wr0ng#password', login.email, client.cookies.get(sessionCookie) ?? '?'])
      expect(logs).not.toContain(secret);
  });
});
