import { signIn } from '@quayside/contract/identity/identity.ts';
import { checkRenewalToken, registerAccount } from '@quayside/contract/identity/registration.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import {
  makeAccount,
  makeLogin,
  makeRenewalCodeOf,
  makeTenant,
  samplePassword,
  sampleSettings,
  type TestAccount,
  type TestTenant,
} from '../../testing/factories/factories.ts';
import { runRecurring } from '../../testing/jobs.ts';

let app: TestApp;
let tenant: TestTenant;
let account: TestAccount;
let code: string;

beforeAll(async () => {
  // Each test has a network of its own, so that none uses up the tries of another.
  app = await startTestApp({ trustProxy: true });
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set('2026-05-16T09:00:00Z');
  tenant = await makeTenant(app);
  account = await makeAccount(tenant, { firstname: 'Jo', lastname: 'Uniquename', email: 'on.file@example.com' });
  code = await makeRenewalCodeOf(tenant, account, app.clock.now());
});

/** Makes a browser behind an address. */
function visitor(ip = '192.0.2.1', at = tenant) {
  const client = app.client(at.key);
  client.headers['x-forwarded-for'] = ip;
  return client;
}

/** Checks a code. Returns the error code, or `open`. */
async function check(renewalToken: string, ip?: string, at?: TestTenant): Promise<string> {
  const answer = await visitor(ip, at).call(checkRenewalToken, { query: { renewalToken } });
  return answer.body.responseStatus?.errorCode ?? 'open';
}

interface Wanted {
  renewalToken?: string;
  guid?: string;
  email?: string;
  password?: string;
}

const register = ({ renewalToken = code, guid = account.guid, email = 'jo@example.com', password }: Wanted = {}) =>
  visitor().call(registerAccount, {
    body: { account: { guid, renewalToken, email }, password: password ?? samplePassword },
  });

const outcome = async (wanted?: Wanted) => (await register(wanted)).body.responseStatus?.errorCode ?? 'registered';

const canSignIn = async (userName: string, password = samplePassword) =>
  (await app.client(tenant.key).call(signIn, { body: { userName, password } })).status === 200;

describe('a registration code', () => {
  test('[REG-1] opens its account, and tells a first name and a site of it and nothing more', async () => {
    const answer = await visitor().call(checkRenewalToken, { query: { renewalToken: code } });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      renewalToken: code,
      accountGuid: account.guid,
      firstname: 'Jo',
      siteName: 'Main Basin',
    });
  });

  test('[REG-1] is read with blanks, dashes and in lower case', async () => {
    const typed = `${code.slice(0, 4)} ${code.slice(4, 7)}-${code.slice(7)}`.toLowerCase();
    const answer = await visitor().call(checkRenewalToken, { query: { renewalToken: typed } });
    expect(answer.body.renewalToken).toBe(code);
  });

  test('[REG-2] an unknown code, or one of another marina, is not found', async () => {
    const elsewhere = await makeTenant(app);
    expect(await check('0000000000')).toBe('CODE_NOT_FOUND');
    expect(await check(code, undefined, elsewhere)).toBe('CODE_NOT_FOUND');
  });

  test('[REG-2] is valid for twelve months', async () => {
    app.clock.set('2027-05-16T08:59:59Z');
    expect(await check(code)).toBe('open');
    app.clock.set('2027-05-16T09:00:00Z');
    expect(await check(code)).toBe('CODE_NOT_FOUND');
    expect(await outcome()).toBe('CODE_NOT_FOUND');
  });

  test('[REG-2] of an account that was registered with it, or otherwise, says ALREADYREGISTERED', async () => {
    const second = await makeRenewalCodeOf(tenant, account);
    expect(await outcome()).toBe('registered');
    for (const token of [code, second]) {
      expect(await check(token)).toBe('ALREADYREGISTERED');
      expect(await outcome({ renewalToken: token, email: 'again@example.com' })).toBe('ALREADYREGISTERED');
    }
    const answer = await visitor().call(checkRenewalToken, { query: { renewalToken: code } });
    expect([answer.status, answer.body.responseStatus?.message]).toEqual([
      409,
      'There is already a login for this account. Sign in, or ask for a new password.',
    ]);
  });

  test('[REG-2] of a closed account is not found', async () => {
    await tenant.db.updateTable('accounts').set({ closed_at: app.clock.now() }).execute();
    expect(await check(code)).toBe('CODE_NOT_FOUND');
    expect(await outcome()).toBe('CODE_NOT_FOUND');
  });

  test('[SAFE-5] is kept as a hash, and neither it nor a name is in the log', async () => {
    await outcome();
    const rows = await tenant.db.selectFrom('renewal_codes').selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(code);
    expect(app.logs()).toContain('account registered');
    expect(app.logs()).not.toMatch(new RegExp(`${code}|${samplePassword}|Uniquename|jo@example`));
  });
});

describe('guessing', () => {
  test('[SAFE-3] ten wrong codes from a network, then it says when to come back, for the right one too', async () => {
    for (let n = 0; n < 10; n++) expect(await check(`00000000${n}0`)).toBe('CODE_NOT_FOUND');
    const refused = await visitor().call(checkRenewalToken, { query: { renewalToken: code } });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '900']);
    expect(await outcome()).toBe('TOO_MANY_REQUESTS');
    expect(await check(code, '192.0.2.2')).toBe('open');
    app.clock.advance({ minutes: 15 });
    expect(await check(code)).toBe('open');
  });

  test('[SAFE-3] thirty people with right codes register behind one address', async () => {
    for (let n = 0; n < 30; n++) expect(await check(await makeRenewalCodeOf(tenant, account))).toBe('open');
    expect(await outcome()).toBe('registered');
    for (let n = 0; n < 11; n++) expect(await check(code)).toBe('ALREADYREGISTERED');
  });

  test('[SAFE-105] a hundred people with right codes open them behind one address at once', async () => {
    for (let n = 0; n < 9; n++) await check(`00000000${n}0`);
    const answers = await Promise.all(Array.from({ length: 100 }, () => check(code)));
    expect(answers).toEqual(Array(100).fill('open'));
    expect(await check(code)).toBe('open');
  });

  test('[SAFE-3] guesses at once get no further than guesses in a row', async () => {
    const answers = await Promise.all(Array.from({ length: 25 }, (_, n) => check(`00000000${n}`)));
    expect(answers.filter((answer) => answer === 'CODE_NOT_FOUND')).toHaveLength(10);
  });

  test('[SAFE-3] a code whose account was guessed wrong five times opens nothing any more', async () => {
    const guid = (await makeAccount(tenant)).guid;
    for (let n = 0; n < 5; n++) expect(await outcome({ guid })).toBe('CODE_NOT_FOUND');
    expect(await outcome()).toBe('CODE_NOT_FOUND');
    expect(await check(code)).toBe('CODE_NOT_FOUND');
  });

  test('[SAFE-3] a code reveals of at most five addresses if they have a login', async () => {
    const { email } = await makeLogin(tenant, await makeAccount(tenant));
    for (let n = 0; n < 5; n++) expect(await outcome({ email: email.toUpperCase() })).toBe('EMAIL_IN_USE');
    expect(await outcome({ email })).toBe('CODE_NOT_FOUND');
  });

  test('[SAFE-3] a code reveals no more addresses to registrations at once', async () => {
    const { email } = await makeLogin(tenant, await makeAccount(tenant));
    const answers = await Promise.all(Array.from({ length: 10 }, () => outcome({ email })));
    expect(answers.toSorted()).toEqual([...Array(5).fill('CODE_NOT_FOUND'), ...Array(5).fill('EMAIL_IN_USE')]);
  });

  test('a password that is too weak costs no try', async () => {
    for (let n = 0; n < 12; n++) expect(await outcome({ password: 'weak' })).toBe('PASSWORD_COMPLEXITY');
    expect(await outcome()).toBe('registered');
  });
});

describe('registering', () => {
  test('[REG-3] gives the account a login with that address and password; its own address stays', async () => {
    expect(await outcome({ email: ' Jo.New@Example.com ' })).toBe('registered');
    expect(await canSignIn('jo.new@example.com')).toBe(true);
    const row = await tenant.db.selectFrom('accounts').select('email').executeTakeFirstOrThrow();
    expect(row.email).toBe('on.file@example.com');
  });

  test('[REG-3] with an address that has a login is refused, and that login stays as it is', async () => {
    const { email } = await makeLogin(tenant, await makeAccount(tenant));
    const answer = await register({ email, password: 'Another#2026' });
    expect([answer.status, answer.body.responseStatus?.message]).toEqual([
      409,
      'Someone already signs in with this e-mail address. Use another one or contact the marina office.',
    ]);
    expect(await canSignIn(email)).toBe(true);
    expect(await check(code)).toBe('open');
  });

  test('[REG-3] the same address at another marina is another login', async () => {
    const elsewhere = await makeTenant(app);
    const { email } = await makeLogin(elsewhere, await makeAccount(elsewhere));
    expect(await outcome({ email })).toBe('registered');
  });

  test('[REG-3] tells the new login and the address on file, each in one mail', async () => {
    await outcome();
    const mails = await tenant.db.selectFrom('mails').select(['kind', 'recipient']).orderBy('id').execute();
    expect(mails).toEqual([
      { kind: 'registered', recipient: 'jo@example.com' },
      { kind: 'registered', recipient: 'on.file@example.com' },
      { kind: 'confirm-address', recipient: 'jo@example.com' },
    ]);
  });

  test('[REG-3] the address on file needs no confirmation, however it is typed', async () => {
    await outcome({ email: ' On.File@example.com' });
    const mails = await tenant.db.selectFrom('mails').select('kind').execute();
    expect(mails).toEqual([{ kind: 'registered' }]);
    const login = await tenant.db.selectFrom('logins').select('email_confirmed_at').executeTakeFirstOrThrow();
    expect(login.email_confirmed_at).toEqual(app.clock.now());
  });

  test('twice at once makes one login', async () => {
    const answers = await Promise.all(
      ['a@example.com', 'b@example.com', 'c@example.com'].map((email) => outcome({ email })),
    );
    expect(answers.toSorted()).toEqual(['ALREADYREGISTERED', 'ALREADYREGISTERED', 'registered']);
    expect(await tenant.db.selectFrom('logins').select('id').execute()).toHaveLength(1);
  });

  test.each(['short', 'alllower#1', 'ALLUPPER#1', 'NoDigit#', 'NoSpecial1', 'Blank 1a', 'Aa1!a'])(
    '[REG-4] %j is too weak as specified',
    async (password) => expect(await outcome({ password })).toBe('PASSWORD_COMPLEXITY'),
  );

  test('[REG-4] six characters of four kinds are enough, and nothing is cut off', async () => {
    expect(await outcome({ password: ' Aa1! ' })).toBe('registered');
    expect(await canSignIn('jo@example.com', ' Aa1! ')).toBe(true);
    expect(await canSignIn('jo@example.com', 'Aa1!')).toBe(false);
  });

  test('a marina with the modern policy asks for eight characters that not everybody has', async () => {
    tenant = await makeTenant(app, { settings: sampleSettings({ passwordPolicy: 'modern' }) });
    account = await makeAccount(tenant);
    code = await makeRenewalCodeOf(tenant, account);
    expect(await outcome({ password: 'seven#7' })).toBe('PASSWORD_TOO_SHORT');
    for (const password of ['Password123!', 'P@ssw0rd', 'qwertyuiop', '12345678', 'harbour2026', 'aaaaaaaa'])
      expect([password, await outcome({ password })]).toEqual([password, 'PASSWORD_TOO_COMMON']);
    expect(await outcome({ password: 'seven grey herons' })).toBe('registered');
  });
});

test('codes are deleted a year after their end, used or not', async () => {
  await outcome();
  await makeRenewalCodeOf(tenant, account, new Date('2027-05-16T09:00:00Z'));
  const sweep = async (at: string) => {
    app.clock.set(at);
    await runRecurring(app, tenant.id, 'sweep-renewal-codes');
    return (await tenant.db.selectFrom('renewal_codes').select('code_hash').execute()).length;
  };
  expect(await sweep('2028-05-14T09:00:00Z')).toBe(2);
  expect(await sweep('2028-05-15T09:00:00Z')).toBe(1);
});
