import { getSession, signIn } from '@quayside/contract/identity.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { makeAccount, makeLogin, makeTenant, samplePassword, type TestTenant } from '../../testing/factories.ts';
import { sweepSignIns } from './sweep.ts';

let app: TestApp;
let tenant: TestTenant;
let email: string;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set('2026-05-16T09:00:00Z');
  tenant = await makeTenant(app);
  ({ email } = await makeLogin(tenant, await makeAccount(tenant)));
});

const wrong = 'Wrong#2026';

/** The error code of a try to sign in, or `signed in`. */
async function attempt(userName: string, password: string, at = tenant): Promise<string> {
  const answer = await app.client(at.key).call(signIn, { body: { userName, password, rememberMe: true } });
  return answer.body.responseStatus?.errorCode ?? 'signed in';
}

async function fail(times: number, userName = email): Promise<string[]> {
  const codes: string[] = [];
  for (let n = 0; n < times; n++) codes.push(await attempt(userName, wrong));
  return codes;
}

/** One failure, counted as if it were the last of several: each costs a real hash. */
async function failAsIf(times: number): Promise<void> {
  await fail(1);
  await tenant.db.updateTable('sign_in_locks').set({ failures: times }).execute();
}

describe('the lock of a login', () => {
  test('[LOGIN-3] [SAFE-3] ten failures lock it for 15 minutes, against the right password too', async () => {
    expect(new Set(await fail(10))).toEqual(new Set(['InvalidOperationException']));
    expect(await attempt(email, samplePassword)).toBe('AuthenticationException');
    app.clock.advance({ minutes: 14, seconds: 59 });
    expect(await attempt(email, samplePassword)).toBe('AuthenticationException');
    app.clock.advance({ seconds: 1 });
    expect(await attempt(email, samplePassword)).toBe('signed in');
  });

  test('[LOGIN-3] its answer is a 401 in words that say so', async () => {
    await fail(10);
    const answer = await app
      .client(tenant.key)
      .call(signIn, { body: { userName: email, password: wrong, rememberMe: true } });
    expect(answer.status).toBe(401);
    expect(answer.body.responseStatus?.message).toMatch(/^This login is locked/);
  });

  test('[SAFE-3] a name that no login has is locked in the same way', async () => {
    const name = 'nobody@example.com';
    expect(await fail(12, name)).toEqual([
      ...Array.from({ length: 10 }, () => 'InvalidOperationException'),
      'AuthenticationException',
      'AuthenticationException',
    ]);
  });

  test('[SAFE-3] the name counts without case and blanks', async () => {
    await failAsIf(7);
    await fail(2, email.toUpperCase());
    await fail(1, ` ${email} `);
    expect(await attempt(email, samplePassword)).toBe('AuthenticationException');
  });

  test('[SAFE-3] failures further apart than 15 minutes lock nothing', async () => {
    await failAsIf(9);
    app.clock.advance({ minutes: 15 });
    await failAsIf(9);
    expect(await attempt(email, samplePassword)).toBe('signed in');
  });

  test('[SAFE-3] the right password clears the count', async () => {
    await failAsIf(9);
    expect(await attempt(email, samplePassword)).toBe('signed in');
    await failAsIf(9);
    expect(await attempt(email, samplePassword)).toBe('signed in');
  });

  test('[SAFE-3] each further lock is twice as long, up to a day', async () => {
    for (const minutes of [15, 30, 60, 120, 240, 480, 960, 1440, 1440]) {
      await failAsIf(9);
      await fail(1);
      app.clock.advance({ minutes, seconds: -1 });
      expect([minutes, await attempt(email, samplePassword)]).toEqual([minutes, 'AuthenticationException']);
      app.clock.advance({ seconds: 1 });
    }
    expect(await attempt(email, samplePassword)).toBe('signed in');
  });

  test('[SAFE-3] twenty guesses at once get no further than ten', async () => {
    const codes = await Promise.all(Array.from({ length: 20 }, () => attempt(email, wrong)));
    expect(codes.filter((code) => code === 'InvalidOperationException')).toHaveLength(10);
    expect(codes.filter((code) => code === 'AuthenticationException')).toHaveLength(10);
  });

  test('[SAFE-3] locks nobody else, and not the same name at another marina', async () => {
    const other = await makeTenant(app);
    const there = await makeLogin(other, await makeAccount(other), { email });
    const neighbour = await makeLogin(tenant, await makeAccount(tenant));
    await failAsIf(9);
    await fail(2);
    expect(await attempt(there.email, samplePassword, other)).toBe('signed in');
    expect(await attempt(neighbour.email, samplePassword)).toBe('signed in');
  });

  test('[SAFE-3] who is signed in stays so while somebody guesses', async () => {
    const client = app.client(tenant.key);
    await client.call(signIn, { body: { userName: email, password: samplePassword, rememberMe: true } });
    await failAsIf(9);
    await fail(2);
    expect((await client.call(getSession, {})).body.userSession.isAuthenticated).toBe(true);
  });

  test('[SAFE-5] the lock is kept under a hash, and forgotten a day after it ended', async () => {
    await failAsIf(9);
    await fail(2);
    const rows = await tenant.db.selectFrom('sign_in_locks').selectAll().execute();
    expect(JSON.stringify(rows.map((row) => ({ ...row, name_hash: row.name_hash.toString() })))).not.toContain(email);
    app.clock.advance({ hours: 24, minutes: 14 });
    await sweepSignIns(tenant.db, tenant.id, app.clock.now());
    expect(await tenant.db.selectFrom('sign_in_locks').selectAll().execute()).toHaveLength(1);
    app.clock.advance({ minutes: 2 });
    await sweepSignIns(tenant.db, tenant.id, app.clock.now());
    expect(await tenant.db.selectFrom('sign_in_locks').selectAll().execute()).toEqual([]);
    expect(await tenant.db.selectFrom('rate_limits').selectAll().execute()).toEqual([]);
  });
});

describe('the limit of an address', () => {
  test('[SAFE-3] a hundred failures in 15 minutes close it, with the time to wait', async () => {
    await fail(1, 'guess-1@example.com');
    await tenant.db.updateTable('rate_limits').set({ hits: 98 }).execute();
    expect(await fail(1, 'guess-2@example.com')).toEqual(['InvalidOperationException']);
    expect(await fail(1, 'guess-3@example.com')).toEqual(['InvalidOperationException']);
    const refused = await app
      .client(tenant.key)
      .call(signIn, { body: { userName: email, password: samplePassword, rememberMe: true } });
    expect([refused.status, refused.body.responseStatus?.errorCode]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(refused.headers.get('retry-after')).toBe('900');
    app.clock.advance({ minutes: 15 });
    expect(await attempt(email, samplePassword)).toBe('signed in');
  });

  test('[SAFE-3] a whole marina may sign in behind one address: only failures count', async () => {
    await fail(1);
    await tenant.db.updateTable('rate_limits').set({ hits: 99 }).execute();
    for (let n = 0; n < 3; n++) expect(await attempt(email, samplePassword)).toBe('signed in');
  });
});
