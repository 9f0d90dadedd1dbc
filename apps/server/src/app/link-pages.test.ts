import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { makeReadableAgreement } from '../testing/factories/agreements.ts';
import { makeAccount, makeTenant, sampleSettings, type TestTenant } from '../testing/factories/factories.ts';
import { makeOrder } from '../testing/factories/orders.ts';
import { makePaidPayment } from '../testing/factories/receipts.ts';
import { makePortalFolder } from '../testing/portal-folder.ts';

let app: TestApp;
let marina: TestTenant;
let other: TestTenant;
const portal = makePortalFolder();

beforeAll(async () => {
  app = await startTestApp({ portalFolder: portal.folder });
  [marina, other] = [await makeTenant(app), await makeTenant(app)];
});
afterAll(async () => {
  await app.close();
  portal.remove();
});

test('[QP-1] [SHELL-8] an unknown or another marina’s pay link is HTTP 404 with a page, a known one 200', async () => {
  const account = await makeAccount(marina);
  const { guid } = await makeOrder(marina.db, { tenantId: marina.id, accountId: account.id, siteId: account.siteId });
  const unknown = '5a175a17-0001-4000-8000-000000000001';
  const statusOf = async (key: string, path: string) => (await app.client(key).get(path)).status;
  for (const end of ['', '/review', '/checkout']) {
    expect(await statusOf(marina.key, `/quick-pay/${guid}${end}`)).toBe(200);
    expect(await statusOf(marina.key, `/Portal/Quick-Pay/${guid.toUpperCase()}${end}`)).toBe(200);
    expect(await statusOf(marina.key, `/quick-pay/${unknown}${end}`)).toBe(404);
    expect(await statusOf(marina.key, `/quick-pay/nonsense${end}`)).toBe(404);
    expect(await statusOf(other.key, `/quick-pay/${guid}${end}`)).toBe(404);
  }
  const page = await app.client(marina.key).get(`/quick-pay/${unknown}`);
  expect(page.text).toContain('id="portal-config"');
});

const unknown = '5a175a17-0001-4000-8000-000000000001';

async function makeOwner(tenant: TestTenant) {
  const { id: accountId, siteId } = await makeAccount(tenant);
  return { tenantId: tenant.id, accountId, siteId };
}

test('[SHELL-21] the link of an order that was paid long ago is HTTP 410 with the same page', async () => {
  const owner = await makeOwner(marina);
  const { guid, id } = await makeOrder(marina.db, owner, { grossMinor: 5_000 });
  const open = () => app.client(marina.key).get(`/quick-pay/${guid}`);
  const paidAt = app.clock.now().toISOString();
  await makePaidPayment(marina.db, owner, { orders: [{ id, minor: 5_000 }], paidAt });
  expect((await open()).status).toBe(200);
  app.clock.advance({ days: 121 });
  const over = await open();
  const lost = await app.client(marina.key).get(`/quick-pay/${unknown}`);
  expect([over.status, lost.status]).toEqual([410, 404]);
  expect(over.text).toBe(lost.text);
});

test('[SHELL-21] an agreement’s link is HTTP 404 if unknown, 410 if over, and 200 if open or signed', async () => {
  const owner = await makeOwner(marina);
  const statusOf = async (id: string, key = marina.key) => (await app.client(key).get(`/quick-sign/${id}`)).status;
  const { guid } = await makeReadableAgreement(marina.db, owner);
  const signed = await makeReadableAgreement(marina.db, owner, { signedAt: app.clock.now() });
  const withdrawn = await makeReadableAgreement(marina.db, owner, { withdrawnAt: app.clock.now() });
  const past = await makeReadableAgreement(marina.db, owner, { signBy: '2020-01-01' });
  expect([await statusOf(guid), await statusOf(guid.toUpperCase()), await statusOf(signed.guid)]).toEqual([
    200, 200, 200,
  ]);
  expect([await statusOf(withdrawn.guid), await statusOf(past.guid)]).toEqual([410, 410]);
  expect([await statusOf(unknown), await statusOf('nonsense'), await statusOf(guid, other.key)]).toEqual([
    404, 404, 404,
  ]);
  const [over, lost] = [
    await app.client(marina.key).get(`/quick-sign/${withdrawn.guid}`),
    await app.client(marina.key).get(`/quick-sign/${unknown}`),
  ];
  expect(over.text).toBe(lost.text);
});

test('[SHELL-21] [LOGIN-13] a marina without agreements has no link of one', async () => {
  const settings = sampleSettings();
  const without = await makeTenant(app, { settings: { ...settings, agreementsEnabled: false } });
  const { guid } = await makeReadableAgreement(without.db, await makeOwner(without));
  expect((await app.client(without.key).get(`/quick-sign/${guid}`)).status).toBe(404);
});
