import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeReadableAgreement } from '../apps/server/src/testing/factories/agreements.ts';
import { sampleSettings } from '../apps/server/src/testing/factories/factories.ts';
import { holdScripts } from './drawn.ts';
import { expect, signIn, test } from './marina.ts';

test('[SAFE-4] only the marina’s own site may frame the portal, and signing opens in place of that site', async ({
  page,
  openMarina,
}) => {
  let framed = '';
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><title>Site</title><iframe src="${framed}" width="1000" height="700"></iframe>`);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { url, tenant, addCustomer } = await openMarina();
  const site = `http://www.${new URL(url).hostname}:${port}`;
  const settings = JSON.stringify(sampleSettings({ embedders: [site] }));
  await tenant.db.updateTable('tenants').set({ settings }).where('id', '=', tenant.id).execute();
  const customer = await addCustomer();
  const owner = { tenantId: tenant.id, accountId: customer.account.id, siteId: customer.account.siteId };
  const { guid } = await makeReadableAgreement(tenant.db, owner, { type: 'Berthing licence' });
  await signIn(page, url, customer);
  const agreement = `${url}/secure/agreements/unsigned/${guid}`;
  const shownInFrame = () => page.frames().at(1)?.url();
  const refused = 'chrome-error://chromewebdata/';

  framed = `${url}/secure/agreements`;
  await page.goto(`http://elsewhere.localhost:${port}`);
  await expect.poll(shownInFrame).toBe(refused);
  // A click before the scripts came is kept for them. The browser would open the agreement in the frame, in vain.
  const release = await holdScripts(page);
  await page.goto(site, { waitUntil: 'commit' });
  await page.frameLocator('iframe').getByRole('main').getByRole('link').first().click();
  release();
  await expect(page).toHaveURL((shown) => shown.href.startsWith(agreement));
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();

  framed = agreement;
  await page.goto(site);
  await expect.poll(shownInFrame).toBe(refused);
  server.close();
});
