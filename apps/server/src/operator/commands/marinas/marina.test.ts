import { join } from 'node:path';
import { signIn } from '@quayside/contract/identity/identity.ts';
import { checkRenewalToken, registerAccount } from '@quayside/contract/identity/registration.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unsafeFindTenant } from '../../../http/tenant/tenant.queries.ts';
import { auditOf } from '../../../testing/audit.ts';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import {
  makeAccount,
  makeLogin,
  makeTenant,
  samplePassword,
  sampleSite,
  type TestTenant,
} from '../../../testing/factories/factories.ts';
import { consentKey } from '../../../testing/factories/consents.ts';
import { makeAgreement, makeOrder } from '../../../testing/factories/orders.ts';
import { makeFolder } from '../../../testing/import-files.ts';
import { makeAgreementSignedOverHttp } from '../../../testing/signed-agreement.ts';
import { runOperator } from '../../testing/operator.ts';
import { parse } from 'csv-parse/sync';

let app: TestApp;
let tenant: TestTenant;

beforeAll(async () => {
  app = await startTestApp();
  tenant = await makeTenant(app, { hosts: ['sample.example.org'], sites: [sampleSite(), sampleSite({ id: 2 })] });
});
afterAll(() => app.close());

const run = (args: string[], input?: string) => runOperator(args, { database: app.testDatabase, input });

/** Runs a command that has to succeed, and returns what it prints. */
async function output(args: string[], input?: string): Promise<string> {
  const { code, out, err } = await run(args, input);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return out.trim();
}

/** Runs a command that has to be refused, and returns its error. */
async function refused(args: string[], input?: string): Promise<string> {
  const { code, out, err } = await run(args, input);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  return err.trim();
}

const settings = async () => (await unsafeFindTenant(app.database, 'key', tenant.key))?.settings;
const set = (...args: string[]) => output(['tenant', 'set', tenant.key, ...args]);
const notSet = (...args: string[]) => refused(['tenant', 'set', tenant.key, ...args]);

describe('tenant create', () => {
  const create = ['--name', 'New Marina', '--country', 'fr', '--currency', 'eur', '--language', 'fr-FR'];
  const office = ['--email', 'office@new.example.org', '--telephone', '01 65 71 00 00'];

  test('makes a marina that can be opened, with the decimals of its currency', async () => {
    await output(['tenant', 'create', 'new-marina', ...create, ...office, '--hosts', 'New.example.org']);
    expect((await unsafeFindTenant(app.database, 'host', 'new.example.org'))?.settings).toMatchObject({
      portalTitle: 'New Marina',
      culture: {
        isoCurrencyCode: 'EUR',
        minorCurrencyUnit: 100,
        availableLanguages: ['fr-FR'],
        twoDigitCountryCode: 'FR',
      },
      contact: { email: 'office@new.example.org' },
    });
    for (const [currency, unit] of Object.entries({ JPY: 1, HUF: 100 })) {
      const key = `marina-${currency.toLowerCase()}`;
      await output(['tenant', 'create', key, ...create, ...office, '--currency', currency]);
      expect((await unsafeFindTenant(app.database, 'key', key))?.settings.culture.minorCurrencyUnit).toBe(unit);
    }
  });

  test('names every option that is wrong, and a key or a host that is taken', async () => {
    expect(await refused(['tenant', 'create', 'Ünited', ...create, '--email', 'office', '--telephone', '1'])).toBe(
      '--key: is not a key: small letters, digits and dashes\n--email: "office" is not an e-mail address',
    );
    expect(await refused(['tenant', 'create', tenant.key, ...create, ...office])).toMatch(/already/);
    expect(await refused(['tenant', 'create', 'third', ...create, ...office, '--hosts', 'sample.example.org'])).toBe(
      '--hosts: "sample.example.org" belongs to another marina',
    );
    expect(await unsafeFindTenant(app.database, 'key', 'third')).toBeNull();
  });
});

describe('tenant set', () => {
  test('changes one setting, as JSON or as text', async () => {
    await set('permissions.showEstimates', 'false');
    await set('portalTitle', '2026');
    await set('lookups.titles', '["Mr","Mrs"]');
    await set('backgroundImage', 'null');
    expect(await settings()).toMatchObject({
      permissions: { showEstimates: false, showWaitingLists: true },
      portalTitle: '2026',
      lookups: { titles: ['Mr', 'Mrs'] },
      backgroundImage: null,
    });
  });

  test('changes many from a file, and takes away what is null', async () => {
    await set(
      '--file',
      join(makeFolder({ 'a.json': '{"translations":{"fr-FR":{"a.b":"c"}},"features":{"my-stays":true}}' }), 'a.json'),
    );
    const changes = { name: 'Renamed', translations: { 'fr-FR': { 'a.b': null, 'd.e': 'f' } } };
    await output(['tenant', 'set', tenant.key, '--file', '-'], JSON.stringify(changes));
    const { name, settings: now } = (await unsafeFindTenant(app.database, 'key', tenant.key)) ?? {};
    expect({ name, translations: now?.translations, features: now?.features }).toEqual({
      name: 'Renamed',
      translations: { 'fr-FR': { 'd.e': 'f' } },
      features: { 'my-stays': true },
    });
  });

  test('switches off the mails that tell the office of signatures; the signer’s stays', async () => {
    const quiet = await makeTenant(app);
    await output(['tenant', 'set', quiet.key, 'agreements.tellsOffice', 'false']);
    await makeAgreementSignedOverHttp(app, quiet);
    const mails = await quiet.db.selectFrom('mails').select('kind').where('tenant_id', '=', quiet.id).execute();
    expect(mails.map(({ kind }) => kind)).toEqual(['agreement-signed']);
  });

  test('replaces the hosts', async () => {
    await set('hosts', 'one.example.org two.example.org');
    expect(await unsafeFindTenant(app.database, 'host', 'sample.example.org')).toBeNull();
    expect((await unsafeFindTenant(app.database, 'host', 'two.example.org'))?.id).toBe(tenant.id);
    await set('hosts', 'sample.example.org');
  });

  test('refuses what does not fit, and leaves everything as it was', async () => {
    const before = await settings();
    expect(await notSet('permissions.showestimates', 'true')).toMatch(
      /^There is no setting "permissions\.showestimates"/,
    );
    expect(await notSet('permissions', 'true')).toMatch(/^permissions: /);
    for (const amount of ['0.001', '0', '12.345'])
      expect(await notSet('maxPayment', amount)).toMatch(
        /^maxPayment(: | has to be an amount of \w{3} with at most 2)/,
      );
    expect(await notSet('backgroundColour', 'blue')).toMatch(/not a colour/);
    expect(await notSet('culture.availableLanguages', '["en-GB","tlh"]')).toMatch(/no texts in "tlh"/);
    expect(await notSet('culture.defaultLanguage', 'fr-FR-x')).toMatch(/one of culture\.availableLanguages/);
    expect(await notSet('hosts', 'a.example.org:80')).toMatch(/^hosts: /);
    expect(await refused(['tenant', 'set', tenant.key, '--file', '-'], '{"nothing": 1}')).toMatch(
      /no setting "nothing"/,
    );
    expect(await refused(['tenant', 'set', 'nowhere', 'name', 'x'])).toMatch(/no marina "nowhere"/);
    expect(await settings()).toEqual(before);
  });
});

describe('a payment provider’s secrets', () => {
  const paysafe = {
    displayName: 'Card',
    inTestMode: true,
    apiBaseUrl: 'http://127.0.0.1:1',
    scriptBaseUrl: 'http://127.0.0.1:1',
    accountId: '1001',
    serverKey: 'server',
    serverSecret: 'never-shown-1',
    tokenKey: 'token',
    tokenSecret: 'never-shown-2',
  };

  test('come on the standard input, for all sites or one, and are never shown', async () => {
    const all = await output(
      ['tenant', 'set', tenant.key, 'providers.paysafe', '--file', '-'],
      JSON.stringify(paysafe),
    );
    const other = JSON.stringify({ ...paysafe, accountId: '1002' });
    await output(['tenant', 'set', tenant.key, 'providers.paysafe', '--site', '2', '--file', '-'], other);
    const shown = await output(['tenant', 'show', tenant.key]);
    expect(all + shown).not.toContain('never-shown');
    const { providers, hosts } = JSON.parse(shown) as { providers: unknown[]; hosts: string[] };
    expect(hosts).toEqual(['sample.example.org']);
    expect(providers).toEqual([
      { site_id: 1, key: 'paysafe', settings: { ...paysafe, serverSecret: '(secret)', tokenSecret: '(secret)' } },
      {
        site_id: 2,
        key: 'paysafe',
        settings: { ...paysafe, accountId: '1002', serverSecret: '(secret)', tokenSecret: '(secret)' },
      },
    ]);
  });

  test('are refused on the command line, and not repeated where they are wrong', async () => {
    expect(await notSet('providers.paysafe', JSON.stringify(paysafe))).toMatch(/give them with --file/);
    const wrong = JSON.stringify({ ...paysafe, accountId: 7 });
    for (const text of [wrong, wrong.slice(0, -1)]) {
      const why = await refused(['tenant', 'set', tenant.key, 'providers.paysafe', '--file', '-'], text);
      expect(why).toMatch(/accountId|not a JSON object/);
      expect(why).not.toContain('never-shown');
    }
    const tooExact = JSON.stringify({ ...paysafe, maxPayment: 0.001 });
    expect(await refused(['tenant', 'set', tenant.key, 'providers.paysafe', '--file', '-'], tooExact)).toMatch(
      /providers\.paysafe\.maxPayment has to be an amount/,
    );
    expect(await refused(['tenant', 'set', tenant.key, 'providers.elsewhere', '--file', '-'], '{}')).toMatch(
      /no payment provider elsewhere/,
    );
    expect(
      await refused(['tenant', 'set', tenant.key, 'providers.paysafe', '--site', '9', '--file', '-'], '{}'),
    ).toMatch(/no site 9/);
  });
});

describe('account add and code issue', () => {
  test('a customer who is added and gets a code can register and sign in', async () => {
    const added = await output([
      'account',
      'add',
      '--tenant',
      tenant.key,
      '--reference',
      'C-7',
      '--site',
      '2',
      '--first-name',
      'Robin',
      '--last-name',
      'Auk',
      '--email',
      'robin.auk@example.com',
    ]);
    const [, guid = ''] = /guid ([0-9a-f-]{36})\.$/.exec(added) ?? [];
    const issued = await output(['code', 'issue', '--tenant', tenant.key, '--account', 'C-7']);
    const [, link, code = ''] = /(https:\/\/sample\.example\.org\/register\?renewal-token=(\w{10}))/.exec(issued) ?? [];
    expect(link).toBeDefined();
    app.clock.set(new Date().toISOString());
    const client = app.client(tenant.key);
    expect((await client.call(checkRenewalToken, { query: { renewalToken: code } })).body).toMatchObject({
      accountGuid: guid,
    });
    const email = 'robin@example.com';
    const body = { account: { guid, renewalToken: code, email }, password: samplePassword };
    expect((await client.call(registerAccount, { body })).status).toBe(200);
    const credentials = { userName: email, password: samplePassword, rememberMe: false };
    expect((await client.call(signIn, { body: credentials })).status).toBe(200);
  });

  test('an account that is there already, a site that is not, an account that nobody knows', async () => {
    const add = (reference: string, site: string) =>
      refused([
        'account',
        'add',
        '--tenant',
        tenant.key,
        '--reference',
        reference,
        '--site',
        site,
        '--last-name',
        'Auk',
      ]);
    await output(['account', 'add', '--tenant', tenant.key, '--reference', 'C-8', '--site', '1', '--last-name', 'Auk']);
    expect(await add('C-8', '1')).toMatch(/already/);
    expect(await add('C-9', '9')).toBe('--site: there is no site "9"');
    expect(await refused(['code', 'issue', '--tenant', tenant.key, '--account', 'C-9'])).toMatch(
      /no open account "C-9"/,
    );
    expect(await refused(['code', 'issue', '--tenant', tenant.key])).toMatch(/--account, or --all-without-login/);
  });

  test('[SAFE-60] codes for all who have no login and none yet, as CSV that no spreadsheet computes with', async () => {
    const own = await makeTenant(app, { hosts: ['merge.example.org'] });
    const formula = '=HYPERLINK("http://evil.example.com")';
    await makeAccount(own, { reference: 'M-1', lastname: formula, town: 'Fowey;=1+1, Cornwall' });
    await makeAccount(own, { reference: 'M-2', closed_at: app.clock.now() });
    await makeLogin(own, await makeAccount(own, { reference: 'M-3' }));
    await makeAccount(own, { reference: null });
    const merge = async (...more: string[]) =>
      parse<Record<string, string>>(
        await output(['code', 'issue', '--tenant', own.key, '--all-without-login', '--csv', ...more]),
        { columns: true },
      );
    const first = await merge();
    expect(first.map(({ reference, last_name, town }) => [reference, last_name, town])).toEqual([
      ['M-1', `'${formula}`, "Fowey;'=1+1, Cornwall"],
      ['', 'Test', ''],
    ]);
    expect(first[0]?.link).toBe(`https://merge.example.org/register?renewal-token=${first[0]?.code}`);
    app.clock.set(new Date().toISOString());
    const { body } = await app
      .client(own.key)
      .call(checkRenewalToken, { query: { renewalToken: first[0]?.code ?? '' } });
    expect(body).toMatchObject({ firstname: 'Robin' });
    expect(await merge()).toEqual([]);
    const again = await merge('--again');
    expect(again.map(({ reference }) => reference)).toEqual(['M-1', '']);
    expect(again[0]?.code).not.toBe(first[0]?.code);
  });

  test('the audit trail records what operators do, without the values that they set', async () => {
    const own = await makeTenant(app, { hosts: ['trail.example.org'] });
    await output(['account', 'add', '--tenant', own.key, '--reference', 'T-1', '--site', '1', '--last-name', 'Auk']);
    await output(['code', 'issue', '--tenant', own.key, '--account', 'T-1']);
    await output(['tenant', 'set', own.key, 'portalTitle', 'Unsaid']);
    const trail = await auditOf(own);
    expect(trail.map(({ event, actor, details }) => [event, actor.kind, details])).toEqual([
      ['account.add', 'operator', { accounts: '1 added, 0 changed, 0 removed' }],
      ['code.issue', 'operator', {}],
      ['tenant.set', 'operator', { setting: 'portalTitle' }],
    ]);
    expect(JSON.stringify(trail)).not.toMatch(/Unsaid|Auk/);
    await output(['audit', 'verify', '--tenant', own.key]);
  });
});

test('[ACC-4] consent-links: what opens each customer’s choices, as CSV, and a guid of theirs does not', async () => {
  const own = await makeTenant(app, { hosts: ['consents.example.org'] });
  const formula = '\u200b=1+1@example.com';
  const [first, second] = [await makeAccount(own, { reference: 'C-1' }), await makeAccount(own, { email: formula })];
  await makeAccount(own, { email: '' });
  await makeAccount(own, { closed_at: new Date('2026-01-01T00:00:00Z') });
  const printed = await output(['consent-links', '--tenant', own.key]);
  const rows = parse<Record<string, string>>(printed, { columns: true });
  const links = [first, second].map(
    async (account) => `https://consents.example.org/consent-management/${await consentKey(own, account)}`,
  );
  expect(rows.map(({ link }) => link)).toEqual(await Promise.all(links));
  expect([rows[0]?.reference, rows[1]?.email]).toEqual(['C-1', `'${formula}`]);
  expect(printed).not.toContain(first.guid);
  expect(await refused(['consent-links', '--tenant', 'nowhere'])).toContain('nowhere');
});

describe('mail-link', () => {
  test('[SHELL-19] mails a link to one thing and records it in the audit trail, unless it is done', async () => {
    const own = await makeTenant(app, { hosts: ['short.example.org'] });
    const { id: accountId } = await makeAccount(own, { email: 'robin@example.com' });
    const nameless = await makeAccount(own, { email: '' });
    const owner = { tenantId: own.id, accountId, siteId: 1 };
    const order = await makeOrder(own.db, owner);
    const paid = await makeOrder(own.db, owner, { allocatedMinor: 10_000 });
    const agreement = await makeAgreement(own.db, owner);
    const withdrawn = await makeAgreement(own.db, owner, { withdrawnAt: new Date() });
    const mail = (...about: (string | number)[]) => ['mail-link', '--tenant', own.key, ...about.map(String)];
    for (const about of [
      ['--order', order.id],
      ['--agreement', agreement.id],
      ['--documents', accountId],
    ])
      expect(await output(mail(...about))).toBe('An e-mail is on its way to robin@example.com.');
    expect(await refused(mail())).toBe('Give one of --order, --agreement and --documents.');
    expect(await refused(mail('--order', order.id, '--documents', accountId))).toContain('Give one of');
    expect(await refused(mail('--order', paid.id))).toContain('There is nothing left to do');
    expect(await refused(mail('--agreement', withdrawn.id))).toContain('There is nothing left to do');
    expect(await refused(mail('--documents', nameless.id))).toContain('no e-mail address on file');
    expect(await refused(mail('--agreement', 'A-8'))).toContain('has no agreement "A-8"');
    const mails = own.db.selectFrom('mails').select(['kind', 'payload']).orderBy('id');
    const kind = 'mail-link';
    expect(await mails.where('tenant_id', '=', own.id).execute()).toEqual([
      { kind, payload: { accountId, orderId: order.id } },
      { kind, payload: { accountId, agreementId: agreement.id } },
      { kind, payload: { accountId } },
    ]);
    const entries = (await auditOf(own)).map(({ event, details }) => [event, details]);
    expect(entries).toEqual([
      ['mail-link.mail', { orderId: order.id }],
      ['mail-link.mail', { agreementId: agreement.id }],
      ['mail-link.mail', { accountId }],
    ]);
  });
});

describe('pay-link', () => {
  test('prints where an order is paid without signing in, by its number or the marina’s own reference', async () => {
    const owner = { tenantId: tenant.id, accountId: (await makeAccount(tenant)).id, siteId: 1 };
    const { id, guid } = await makeOrder(tenant.db, owner);
    await tenant.db.updateTable('orders').set({ reference: 'INV-7' }).where('id', '=', id).execute();
    for (const wanted of [String(id), 'INV-7'])
      expect(await output(['pay-link', '--tenant', tenant.key, '--order', wanted])).toBe(
        `https://sample.example.org/quick-pay/${guid}`,
      );
    expect(await refused(['pay-link', '--tenant', tenant.key, '--order', 'INV-8'])).toContain('has no order "INV-8"');
  });

  test('[QP-1] mails it to the customer and records it in the audit trail, unless nothing is left to pay', async () => {
    const own = await makeTenant(app, { hosts: ['links.example.org'] });
    const { id: accountId } = await makeAccount(own, { email: 'robin@example.com' });
    const nameless = await makeAccount(own, { email: '' });
    const addOrder = (of: number, overrides = {}) =>
      makeOrder(own.db, { tenantId: own.id, accountId: of, siteId: 1 }, overrides);
    const { id, guid } = await addOrder(accountId);
    const mail = (order: number) => ['pay-link', '--tenant', own.key, '--order', String(order), '--mail'];
    expect(await output(mail(id))).toBe(
      `An e-mail is on its way to robin@example.com.\nhttps://links.example.org/quick-pay/${guid}`,
    );
    const { id: paid } = await addOrder(accountId, { allocatedMinor: 10_000 });
    expect(await refused(mail(paid))).toBe(`Order ${paid} has nothing left to pay.`);
    const { id: ofNameless } = await addOrder(nameless.id);
    expect(await refused(mail(ofNameless))).toContain('has no e-mail address on file');
    const mails = own.db.selectFrom('mails').select(['kind', 'recipient', 'payload']).where('tenant_id', '=', own.id);
    expect(await mails.execute()).toEqual([
      { kind: 'pay-link', recipient: 'robin@example.com', payload: { orderId: id } },
    ]);
    expect(await auditOf(own)).toMatchObject([{ event: 'pay-link.mail', accountId, details: { order: id } }]);
  });
});
