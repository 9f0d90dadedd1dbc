import { makePayLink } from '@quayside/contract/integration/payments/pay-links.ts';
import { prepareBackOffice } from '../apps/server/src/testing/back-office.ts';
import { makeIntegrationKey, programWith } from '../apps/server/src/testing/factories/integration.ts';
import { cards, expect, expectReceived, pay, test, typeAddress, typeCard } from './unpaid-orders.ts';

test('[HOOK-1] [HOOK-2] a customer pays in the portal, and the sample back office sees it arrive', async ({
  page,
  debtor,
  serverUrl,
}) => {
  test.setTimeout(180_000);
  const { marina, url } = await debtor([{}], { signedOut: true });
  const clock = { now: () => new Date() } as never;
  const { text: key } = await makeIntegrationKey({ clock }, marina.tenant, { mode: 'test' });
  const office = await prepareBackOffice({ url: serverUrl }, marina.tenant.key, { key, rows: 3 });
  try {
    await office.start();
    const program = programWith({ url: serverUrl }, key);
    const made = await program.call(makePayLink, { params: { reference: 'BO-O-0002' }, body: {} });
    await page.goto(`${url}${new URL(made.body.url).pathname}`);
    await page.getByRole('button', { name: 'Checkout' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
    await typeCard(page, cards.frictionless);
    await page.getByLabel('Name on card').fill('A Friend');
    await typeAddress(page);
    await pay(page);
    await expectReceived(page);
    await expect
      .poll(() => office.read('BO-O-0002'), { timeout: 60_000 })
      .toMatchObject({ status: 'paid', outstanding: 0 });
    expect(office.printed()).toContain('BO-O-0002 is paid');
    expect(await office.read('BO-O-0001')).toMatchObject({ status: 'open' });
  } finally {
    await office.close();
  }
});
