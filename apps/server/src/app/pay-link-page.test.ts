import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { makeAccount, makeTenant, type TestTenant } from '../testing/factories.ts';
import { makeOrder } from '../testing/factories-orders.ts';
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
