import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { unsafeFindTenant } from '../../../http/tenant/tenant.queries.ts';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { makeAccount, makeTenant, type TestTenant } from '../../../testing/factories/factories.ts';
import { runOperator } from '../../testing/operator.ts';

let app: TestApp;
let tenant: TestTenant;
let host: string;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  host = `${crypto.randomUUID()}.example.org`;
  tenant = await makeTenant(app, { hosts: [host] });
});

const set = (args: string[], input?: string) =>
  runOperator(['tenant', 'set', tenant.key, ...args], { database: app.testDatabase, input });

async function refused(args: string[], input?: string): Promise<string> {
  const { code, out, err } = await set(args, input);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  return err.trim();
}

const settings = async () => (await unsafeFindTenant(app.database, 'key', tenant.key))?.settings;

test('[RUN-11] the last host goes away only if the operator wants the portal offline', async () => {
  const portal = () => unsafeFindTenant(app.database, 'host', host);
  const message = await refused(['hosts', '']);
  expect(message).toMatch(/^hosts: is empty\. Then no address opens the portal, .* add --offline\.$/);
  expect(await refused(['--file', '-'], '{"hosts": []}')).toBe(message);
  expect((await portal())?.id).toBe(tenant.id);
  expect((await set(['hosts', '', '--offline'])).code).toBe(0);
  expect(await portal()).toBeNull();
  expect((await set(['portalTitle', 'Offline'])).code).toBe(0);
});

test('[RUN-94] a marina that is offline gives no links, although its portal has an address of its own', async () => {
  const links = () => runOperator(['consent-links', '--tenant', tenant.key], { database: app.testDatabase });
  expect((await set(['rootUrl', 'https://portal.example.org'])).code).toBe(0);
  expect((await links()).code).toBe(0);
  expect((await set(['hosts', '', '--offline'])).code).toBe(0);
  expect(await links()).toMatchObject({ code: 1, out: '', err: expect.stringContaining('has no host') });
});

test('[RUN-11] the address of an office or a sender is an address or empty', async () => {
  const before = await settings();
  const message = 'contact.email: "notanemail" is not an e-mail address';
  expect(await refused(['contact.email', 'notanemail'])).toBe(message);
  expect(await refused(['--file', '-'], '{"contact": {"email": "notanemail"}}')).toBe(message);
  expect(await settings()).toEqual(before);
  for (const email of ['office@example.org', '']) {
    expect((await set(['contact.email', email])).code).toBe(0);
    expect((await settings())?.contact.email).toBe(email);
  }
});

test('[RUN-11] an example’s value that nobody replaced is refused by its field', async () => {
  const paysafe = { displayName: 'Card', apiBaseUrl: 'https://api.example.com', serverKey: 'your-server-key' };
  expect(await refused(['providers.paysafe', '--file', '-'], JSON.stringify(paysafe))).toBe(
    'providers.paysafe.serverKey: "your-server-key" is an example\'s value. Give your own.',
  );
  const signOn = { authority: 'https://login.your-provider.example' };
  expect(await refused(['sign-on.corporate', '--file', '-'], JSON.stringify(signOn))).toBe(
    'sign-on.corporate.authority: "https://login.your-provider.example" is an example\'s value. Give your own.',
  );
});

const run = (...args: string[]) => runOperator(args, { database: app.testDatabase });

test('[RUN-115] a value of the wrong kind is refused with what to write', async () => {
  expect(await refused(['permissions.showEstimates', 'yes'])).toBe('permissions.showEstimates: write true or false');
  expect(await refused(['rootUrl', 'gullhaven'])).toBe('rootUrl: write a whole address such as https://example.org');
  expect(await refused(['invoices.automaticFrom', 'today'])).toBe(
    'invoices.automaticFrom: write a day such as 2026-05-16',
  );
  expect((await run('document', 'accept', 'abc', '--tenant', tenant.key)).err).toBe('--document: write a number\n');
  const makeKey = ['key', 'create', '--tenant', tenant.key, '--name', 'Books', '--scopes', 'payments:read'];
  expect((await run(...makeKey, '--last-day', 'tomorrow')).err).toBe('--last-day: write a day such as 2026-05-16\n');
});

test('[RUN-115] settings of a provider that are missing are named as missing', async () => {
  const message = await refused(['providers.paysafe', '--file', '-'], '{"displayName": "Card"}');
  expect(message).toContain('apiBaseUrl: is missing');
  expect(message).not.toMatch(/Invalid|received/);
});

test('[RUN-115] the reference of a customer who was erased is not given again', async () => {
  const { siteId } = await makeAccount(tenant, { reference: 'E-1', closed_at: new Date(), erased_at: new Date() });
  const customer = ['--reference', 'E-1', '--site', String(siteId), '--last-name', 'Sailor'];
  expect((await run('account', 'add', '--tenant', tenant.key, ...customer)).err).toBe(
    'The account "E-1" was erased. Give the customer another reference.\n',
  );
});

test('[RUN-167] a feature flag that nothing reads is refused, and one that is stored already stays', async () => {
  const before = await settings();
  const message = 'There is no feature "my-stay". They are accept-estimates, ineligible-vaulted-cards, my-stays.';
  expect(await refused(['features.my-stay', 'false'])).toBe(message);
  expect(await refused(['--file', '-'], '{"features": {"my-stay": false}}')).toBe(message);
  expect(await settings()).toEqual(before);
  expect((await set(['features.my-stays', 'false'])).code).toBe(0);
  const old = { ...before, features: { 'an-old-flag': true } };
  await app.ownerDb
    .updateTable('tenants')
    .set({ settings: JSON.stringify(old) })
    .where('id', '=', tenant.id)
    .execute();
  expect((await set(['features.my-stays', 'true'])).code).toBe(0);
  expect((await settings())?.features).toEqual({ 'an-old-flag': true, 'my-stays': true });
});
