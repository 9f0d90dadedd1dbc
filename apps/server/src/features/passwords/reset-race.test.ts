import { getSession, signIn } from '@quayside/contract/identity/identity.ts';
import { changeLoginAddress } from '@quayside/contract/identity/login-address.ts';
import { changePassword, resetPassword } from '@quayside/contract/identity/passwords.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import {
  makeAccount,
  makeConfirmationToken,
  makeLogin,
  makeResetToken,
  makeTenant,
  samplePassword,
  type TestTenant,
} from '../../testing/factories/factories.ts';
import type { HttpClient } from '../../testing/http-client.ts';

let app: TestApp;
let tenant: TestTenant;
let login: { id: number; email: string };

beforeAll(async () => {
  app = await startTestApp();
  // Makes statements that lock or store a session take half a second, so that a reset comes in between.
  await sql`
    create function dawdle() returns trigger language plpgsql as
      $$ begin perform pg_sleep(0.5); return new; end $$`.execute(app.ownerDb);
});
afterAll(() => app.close());
beforeEach(async () => {
  tenant = await makeTenant(app);
  login = await makeLogin(tenant, await makeAccount(tenant));
});

const dawdleAt = (event: 'insert' | 'update') =>
  sql`create or replace trigger dawdle before ${sql.raw(event)} on sessions for each row execute function
  dawdle()`.execute(app.ownerDb);

const resetTo = 'Different#2027';
const signInWith = (client: HttpClient, password: string) =>
  client.call(signIn, { body: { userName: login.email, password, rememberMe: true } });
const canSignIn = async (password: string) => (await signInWith(app.client(tenant.key), password)).status === 200;
const isSignedIn = async (client: HttpClient) =>
  (await client.call(getSession, {})).body.userSession.isAuthenticated === true;

async function signedInClients(count: number): Promise<HttpClient[]> {
  const clients = Array.from({ length: count }, () => app.client(tenant.key));
  for (const client of clients) expect((await signInWith(client, samplePassword)).status).toBe(200);
  return clients;
}

async function reset(): Promise<number> {
  const token = await makeResetToken(tenant, login.id, app.clock.now());
  return (await app.client(tenant.key).call(resetPassword, { body: { token, password: resetTo } })).status;
}

test('no sign-in by the old password outlives a reset that came while it was under way', async () => {
  await dawdleAt('insert');
  const clients = Array.from({ length: 4 }, () => app.client(tenant.key));
  const signingIn = clients.map((client) => signInWith(client, samplePassword));
  expect(await reset()).toBe(200);
  await Promise.all(signingIn);
  for (const client of clients) expect(await isSignedIn(client)).toBe(false);
  expect([await canSignIn(samplePassword), await canSignIn(resetTo)]).toEqual([false, true]);
});

test('a change of the password that was under way does not undo a reset', async () => {
  const clients = await signedInClients(3);
  await dawdleAt('update');
  const changing = clients.map((client, index) =>
    client.call(changePassword, { body: { currentPassword: samplePassword, password: `Intruder#202${index}` } }),
  );
  expect(await reset()).toBe(200);
  for (const answer of await Promise.all(changing)) expect([400, 401]).toContain(answer.status);
  for (const client of clients) expect(await isSignedIn(client)).toBe(false);
  expect([await canSignIn('Intruder#2020'), await canSignIn(resetTo)]).toEqual([false, true]);
});

test('one of two changes that checked the same password is stored, and the other is refused', async () => {
  const clients = await signedInClients(2);
  const answers = await Promise.all(
    clients.map((client, index) =>
      client.call(changePassword, { body: { currentPassword: samplePassword, password: `Chosen#202${index}` } }),
    ),
  );
  const stored = answers.findIndex(({ status }) => status === 200);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect([await canSignIn(`Chosen#202${stored}`), await canSignIn(`Chosen#202${1 - stored}`)]).toEqual([true, false]);
});

test('after a reset no change of address is pending, also none that was requested during it', async () => {
  const [client] = await signedInClients(1);
  await makeConfirmationToken(tenant, login.id, 'intruder@example.com', app.clock.now());
  await dawdleAt('update');
  const asking = client?.call(changeLoginAddress, {
    body: { email: 'intruder2@example.com', currentPassword: samplePassword },
  });
  expect(await reset()).toBe(200);
  expect((await asking)?.status).not.toBe(200);
  expect(await tenant.db.selectFrom('address_confirmations').selectAll().execute()).toEqual([]);
});
