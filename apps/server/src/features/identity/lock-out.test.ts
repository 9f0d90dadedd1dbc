import { getSession, signIn } from '@quayside/contract/identity/identity.ts';
import { changePassword, resetPassword } from '@quayside/contract/identity/passwords.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import {
  makeAccount,
  makeLogin,
  makeResetToken,
  makeTenant,
  samplePassword,
  type TestTenant,
} from '../../testing/factories/factories.ts';
import type { HttpClient } from '../../testing/http-client.ts';
import { sweepSignIns } from '../../testing/sweep-sign-ins.ts';

let app: TestApp;
let tenant: TestTenant;
let email: string;
let loginId: number;

beforeAll(async () => {
  app = await startTestApp({ trustProxy: true });
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set('2026-05-16T09:00:00Z');
  tenant = await makeTenant(app);
  ({ email, id: loginId } = await makeLogin(tenant, await makeAccount(tenant)));
});

const wrong = 'Wrong#2026';
const here = '192.0.2.1';
const fromHere = { 'x-forwarded-for': here };

/** Tries to sign in. Returns the error code, or `signed in`. */
const attempt = (userName: string, password: string, at = tenant) => attemptBy(app.client(at.key), userName, password);

async function attemptBy(client: HttpClient, userName: string, password: string, ip = here): Promise<string> {
  const input = { body: { userName, password, rememberMe: true } };
  const answer = await client.call(signIn, input, { 'x-forwarded-for': ip });
  return answer.body.responseStatus?.errorCode ?? 'signed in';
}

async function fail(times: number, userName = email): Promise<string[]> {
  const codes: string[] = [];
  for (let n = 0; n < times; n++) codes.push(await attempt(userName, wrong));
  return codes;
}

/** Counts one failure as if it were the last of several, because each costs a real hash. */
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
      .call(signIn, { body: { userName: email, password: wrong, rememberMe: true } }, fromHere);
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

  test('[SAFE-3] a try of a locked pair counts neither for the pair nor for the login', async () => {
    await failAsIf(9);
    await fail(1);
    const hits = () =>
      tenant.db.selectFrom('rate_limits').select('hits').where('bucket', 'not like', 'sign-in:%').execute();
    const before = await hits();
    expect(await fail(3)).toEqual(Array.from({ length: 3 }, () => 'AuthenticationException'));
    expect(await hits()).toEqual(before);
  });

  test('[SAFE-3] locks no other login, nor the same name at another marina', async () => {
    const other = await makeTenant(app);
    const there = await makeLogin(other, await makeAccount(other), { email });
    const neighbour = await makeLogin(tenant, await makeAccount(tenant));
    await failAsIf(9);
    await fail(2);
    expect(await attempt(there.email, samplePassword, other)).toBe('signed in');
    expect(await attempt(neighbour.email, samplePassword)).toBe('signed in');
  });

  test('[SAFE-3] a session continues while another person guesses the password', async () => {
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
    const counters = rows.map((row) => ({
      ...row,
      name: row.name_hash.toString(),
      source: row.source_hash.toString(),
    }));
    expect(JSON.stringify(counters)).not.toMatch(new RegExp(`${email}|192.0.2.1`));
    app.clock.advance({ hours: 24, minutes: 14 });
    await sweepSignIns(app, tenant.id);
    expect(await tenant.db.selectFrom('sign_in_locks').selectAll().execute()).toHaveLength(1);
    app.clock.advance({ minutes: 2 });
    await sweepSignIns(app, tenant.id);
    expect(await tenant.db.selectFrom('sign_in_locks').selectAll().execute()).toEqual([]);
    expect(await tenant.db.selectFrom('rate_limits').selectAll().execute()).toEqual([]);
  });
});

describe('tries of other people lock no customer out', () => {
  test('[SAFE-3] signing in from another network', async () => {
    await fail(10);
    expect(await attempt(email, samplePassword)).toBe('AuthenticationException');
    expect(await attemptBy(app.client(tenant.key), email, samplePassword, '198.51.100.7')).toBe('signed in');
    expect(await attempt(email, samplePassword)).toBe('AuthenticationException');
  });

  test('[SAFE-3] a browser that has signed in with the login before, until ten failures of its own', async () => {
    const known = app.client(tenant.key);
    expect(await attemptBy(known, email, samplePassword)).toBe('signed in');
    await fail(10);
    expect(await attempt(email, samplePassword)).toBe('AuthenticationException');
    expect(await attemptBy(known, email, samplePassword)).toBe('signed in');
    for (let n = 0; n < 10; n++) await attemptBy(known, email, wrong);
    expect(await attemptBy(known, email, samplePassword)).toBe('AuthenticationException');
  });

  test('[SAFE-3] a browser known for one login is a stranger to another, and an invented one to all', async () => {
    const neighbour = await makeLogin(tenant, await makeAccount(tenant));
    const client = app.client(tenant.key);
    expect(await attemptBy(client, neighbour.email, samplePassword)).toBe('signed in');
    await fail(10);
    expect(await attemptBy(client, email, samplePassword)).toBe('AuthenticationException');
    client.cookies.set('quayside_device', 'x'.repeat(43));
    expect(await attemptBy(client, email, samplePassword)).toBe('AuthenticationException');
  });

  test('[SAFE-3] twenty right sign-ins at once', async () => {
    const codes = await Promise.all(Array.from({ length: 20 }, () => attempt(email, samplePassword)));
    expect(codes).toEqual(Array.from({ length: 20 }, () => 'signed in'));
  });

  test('[SAFE-3] a new password opens the locks, and known browsers become strangers', async () => {
    const known = app.client(tenant.key);
    await attemptBy(known, email, samplePassword);
    await fail(10);
    const token = await makeResetToken(tenant, loginId, app.clock.now());
    await app.client(tenant.key).call(resetPassword, { body: { token, password: 'Different#2027' } });
    expect(await attempt(email, 'Different#2027')).toBe('signed in');
    await fail(10);
    expect(await attemptBy(known, email, 'Different#2027')).toBe('AuthenticationException');
  });

  test('[SAFE-3] a failed write on a full disk does not count as a failed sign-in', async () => {
    await sql`
      create function disk_full() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`.execute(app.ownerDb);
    await sql`create trigger full_disk before insert on sessions for each row execute function disk_full()`.execute(
      app.ownerDb,
    );
    const codes = [];
    for (let n = 0; n < 12; n++) codes.push(await attempt(email, samplePassword));
    expect(new Set(codes)).toEqual(new Set(['UNAVAILABLE']));
    await sql`drop trigger full_disk on sessions`.execute(app.ownerDb);
    const failures = tenant.db.selectFrom('rate_limits').select('hits').where('bucket', 'like', 'sign-in:%');
    expect(await failures.execute()).toEqual([{ hits: 0 }]);
    expect(await attempt(email, samplePassword)).toBe('signed in');
  });

  test('[SAFE-3] a sign-in whose hits can’t be taken back opens no session', async () => {
    await sql`
      create function keep_hits() returns trigger language plpgsql as $$ begin
        if new.hits < old.hits then raise exception 'could not extend file' using errcode = '53100'; end if;
        return new;
      end $$`.execute(app.ownerDb);
    await sql`create trigger keep_hits before update on rate_limits for each row execute function keep_hits()`.execute(
      app.ownerDb,
    );
    onTestFinished(async () => void (await sql`drop trigger if exists keep_hits on rate_limits`.execute(app.ownerDb)));
    expect(await attempt(email, samplePassword)).toBe('UNAVAILABLE');
    expect(await tenant.db.selectFrom('sessions').select('login_id').execute()).toEqual([]);
    await sql`drop trigger keep_hits on rate_limits`.execute(app.ownerDb);
    expect(await attempt(email, samplePassword)).toBe('signed in');
  });
});

describe('a login as a whole', () => {
  const networks = (count: number) => Array.from({ length: count }, (_, index) => `203.0.113.${index}`);

  test('[SAFE-3] a hundred failures in an hour from many networks slow strangers down, and never lock it', async () => {
    const known = app.client(tenant.key);
    await attemptBy(known, email, samplePassword);
    await attempt(email, wrong);
    const ofLogin = tenant.db.updateTable('rate_limits').where('bucket', 'like', 'sign-in-login:%');
    await ofLogin.set({ hits: 99 }).execute();
    const waited = app.clock.pauses.length;
    await attempt(email, wrong);
    expect(app.clock.pauses.slice(waited)).toEqual([]);
    for (const ip of networks(5)) {
      expect(await attemptBy(app.client(tenant.key), email, wrong, ip)).toBe('InvalidOperationException');
    }
    expect(await attemptBy(app.client(tenant.key), email, samplePassword, '198.51.100.7')).toBe('signed in');
    // The clock stands still, so they came at the same time: each has a turn of its own.
    expect(app.clock.pauses.slice(waited)).toEqual([5_000, 10_000, 15_000, 20_000, 25_000, 30_000]);
    expect(await attemptBy(known, email, samplePassword)).toBe('signed in');
    expect(app.clock.pauses.slice(waited)).toHaveLength(6);
    app.clock.advance({ hours: 1 });
    expect(await attempt(email, samplePassword)).toBe('signed in');
    expect(app.clock.pauses.slice(waited)).toHaveLength(6);
  });

  test('[SAFE-3] simultaneous guesses from many networks take turns, and wait a minute at most', async () => {
    const known = app.client(tenant.key);
    await attemptBy(known, email, samplePassword);
    await attempt(email, wrong);
    await tenant.db.updateTable('rate_limits').where('bucket', 'like', 'sign-in-login:%').set({ hits: 95 }).execute();
    const waited = app.clock.pauses.length;
    const guess = (ip: string) => attemptBy(app.client(tenant.key), email, wrong, ip);
    const codes = await Promise.all(networks(20).map(guess));
    const turns = Array.from({ length: 12 }, (_, index) => 5_000 * (index + 1));
    expect(app.clock.pauses.slice(waited).toSorted((one, other) => one - other)).toEqual(turns);
    expect(codes.filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(3);
    // Its owner's browser waits for nobody.
    expect(await attemptBy(known, email, samplePassword)).toBe('signed in');
    expect(app.clock.pauses.slice(waited)).toHaveLength(12);
    app.clock.advance({ seconds: 5 });
    expect(await guess('198.51.100.8')).toBe('InvalidOperationException');
    expect(await guess('198.51.100.9')).toBe('TOO_MANY_REQUESTS');
  });

  test('[SAFE-3] its owner chooses a new password, and then waits for no stranger', async () => {
    await attempt(email, wrong);
    await tenant.db.updateTable('rate_limits').where('bucket', 'like', 'sign-in-login:%').set({ hits: 100 }).execute();
    await Promise.all(networks(13).map((ip) => attemptBy(app.client(tenant.key), email, wrong, ip)));
    const owner = (password: string) => attemptBy(app.client(tenant.key), email, password, '198.51.100.7');
    expect(await owner(samplePassword)).toBe('TOO_MANY_REQUESTS');
    const token = await makeResetToken(tenant, loginId, app.clock.now());
    await app.client(tenant.key).call(resetPassword, { body: { token, password: 'Different#2027' } });
    const waited = app.clock.pauses.length;
    expect(await owner('Different#2027')).toBe('signed in');
    expect(app.clock.pauses.slice(waited)).toEqual([]);
  });

  test('[SAFE-3] further guesses do not hold up the browser that chose the password', async () => {
    const owner = app.client(tenant.key);
    const token = await makeResetToken(tenant, loginId, app.clock.now());
    await owner.call(resetPassword, { body: { token, password: 'Different#2027' } }, fromHere);
    await fail(10);
    await tenant.db.updateTable('rate_limits').where('bucket', 'like', 'sign-in-login:%').set({ hits: 100 }).execute();
    await Promise.all(networks(13).map((ip) => attemptBy(app.client(tenant.key), email, wrong, ip)));
    expect(await attemptBy(app.client(tenant.key), email, 'Different#2027', '198.51.100.7')).toBe('TOO_MANY_REQUESTS');
    expect(await attemptBy(owner, email, 'Different#2027')).toBe('signed in');
    await owner.call(
      changePassword,
      { body: { currentPassword: 'Different#2027', password: samplePassword } },
      fromHere,
    );
    await fail(10);
    expect(await attemptBy(owner, email, samplePassword)).toBe('signed in');
  });

  test('[SAFE-3] the right password is tried a hundred times in a quarter of an hour, and not more', async () => {
    await attempt(email, samplePassword);
    await tenant.db.updateTable('rate_limits').where('bucket', 'like', 'sign-in-tries:%').set({ hits: 99 }).execute();
    expect([await attempt(email, samplePassword), await attempt(email, samplePassword)]).toEqual([
      'signed in',
      'TOO_MANY_REQUESTS',
    ]);
    expect(await attemptBy(app.client(tenant.key), email, samplePassword, '198.51.100.7')).toBe('signed in');
    app.clock.advance({ minutes: 15 });
    expect(await attempt(email, samplePassword)).toBe('signed in');
  });
});

describe('the limit of an address', () => {
  test('[SAFE-3] three hundred failures in 15 minutes close it, with the time to wait', async () => {
    await fail(1, 'guess-1@example.com');
    await tenant.db.updateTable('rate_limits').set({ hits: 298 }).execute();
    expect(await fail(1, 'guess-2@example.com')).toEqual(['InvalidOperationException']);
    expect(await fail(1, 'guess-3@example.com')).toEqual(['InvalidOperationException']);
    const refused = await app
      .client(tenant.key)
      .call(signIn, { body: { userName: email, password: samplePassword, rememberMe: true } }, fromHere);
    expect([refused.status, refused.body.responseStatus?.errorCode]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(refused.headers.get('retry-after')).toBe('900');
    app.clock.advance({ minutes: 15 });
    expect(await attempt(email, samplePassword)).toBe('signed in');
  });

  test('[SAFE-3] a browser that has signed in before is not closed out by the strangers of its network', async () => {
    const known = app.client(tenant.key);
    await attemptBy(known, email, samplePassword);
    await fail(1, 'guess@example.com');
    await tenant.db.updateTable('rate_limits').where('bucket', 'like', 'sign-in:%').set({ hits: 300 }).execute();
    expect(await attempt(email, samplePassword)).toBe('TOO_MANY_REQUESTS');
    expect(await attemptBy(known, email, wrong)).toBe('InvalidOperationException');
    expect(await attemptBy(known, email, samplePassword)).toBe('signed in');
  });

  test('[SAFE-3] a whole marina may sign in behind one address: only failures count', async () => {
    await fail(1);
    await tenant.db.updateTable('rate_limits').where('bucket', 'like', 'sign-in:%').set({ hits: 299 }).execute();
    for (let n = 0; n < 3; n++) expect(await attempt(email, samplePassword)).toBe('signed in');
  });

  test('[SAFE-105] right passwords at one moment use nothing of it up, not even refused ones', async () => {
    await fail(1);
    await tenant.db.updateTable('rate_limits').where('bucket', 'like', 'sign-in:%').set({ hits: 299 }).execute();
    const answers = await Promise.all(Array.from({ length: 5 }, () => attempt(email, samplePassword)));
    expect(answers).toContain('TOO_MANY_REQUESTS');
    expect(await attempt(email, samplePassword)).toBe('signed in');
  });
});

test('[SAFE-101] many passwords from one network at once hold up another network’s for one of them', async () => {
  let answered = 0;
  const others = Array.from({ length: 40 }, async (_, index) => {
    await attempt(`nobody-${index}@example.com`, wrong);
    answered += 1;
  });
  await expect.poll(() => answered).toBeGreaterThan(0);
  expect(await attemptBy(app.client(tenant.key), email, samplePassword, '198.51.100.7')).toBe('signed in');
  expect(answered).toBeLessThan(30);
  await Promise.all(others);
});
