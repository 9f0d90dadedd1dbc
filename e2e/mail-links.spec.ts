import { randomUUID } from 'node:crypto';
import { makeReadableAgreement } from '../apps/server/src/testing/factories/agreements.ts';
import { makeMailLink } from '../apps/server/src/testing/factories/mail-links.ts';
import { makeOrder } from '../apps/server/src/testing/factories/orders.ts';
import { expectAccessibleOnDeskAndPhone } from './accessible.ts';
import { expect, ownerOf, type Somebody, test } from './customers.ts';
import { findInMail } from './mail.ts';
import { submitLogin } from './marina.ts';

const linkTo = async ({ url, marina, account }: Somebody, thing: Parameters<typeof makeMailLink>[2]) => {
  const { id, token } = await makeMailLink(marina.tenant, account, thing, new Date());
  return `${url}/redirect/${id}/${token}`;
};

test('[SHELL-19] the short link of a mail opens an order once, by its button; then its page mails a new one', async ({
  page,
  context,
  mailboxUrl,
  person,
}) => {
  const email = `${randomUUID()}@example.com`;
  const robin = await person({ account: { email } });
  const { id, guid } = await makeOrder(robin.marina.tenant.db, ownerOf(robin));
  const link = await linkTo(robin, { orderId: id });
  await page.goto(link);
  const open = page.getByRole('button', { name: 'Open the link' });
  await expect(open).toBeVisible();
  // The token is not in the address, where others could read it, but it survives a reload.
  await expect(page).toHaveURL(`${robin.url}/redirect`);
  await page.reload();
  await expectAccessibleOnDeskAndPhone(page);
  await open.press('Enter');
  await expect(page).toHaveURL(`${robin.url}/quick-pay/${guid}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  await page.goto(link);
  await open.click();
  await expect(page.getByText('This link no longer works')).toBeVisible();
  const [notice, button] = [
    await page.getByRole('main').locator('[data-kind=error]').boundingBox(),
    await page.getByRole('button', { name: 'E-mail me a new link' }).boundingBox(),
  ];
  expect((notice?.y ?? 0) + (notice?.height ?? 0) + 16).toBeLessThanOrEqual(button?.y ?? 0);
  await expectAccessibleOnDeskAndPhone(page);
  await page.getByRole('button', { name: 'E-mail me a new link' }).click();
  await expect(page.getByText('we have sent a new one to your e-mail address')).toBeVisible();
  const again = await findInMail(context, mailboxUrl, email, /\/redirect\/\d+\/[\w-]+/);
  await page.goto(robin.url + again);
  await open.click();
  await expect(page).toHaveURL(`${robin.url}/quick-pay/${guid}`);
});

test('[SHELL-19] a mail’s link opens an agreement, or a customer’s documents', async ({ page, person }) => {
  const robin = await person();
  const agreement = await makeReadableAgreement(robin.marina.tenant.db, ownerOf(robin));
  const open = page.getByRole('button', { name: 'Open the link' });
  await page.goto(await linkTo(robin, { agreementId: agreement.id }));
  await open.click();
  await expect(page).toHaveURL(`${robin.url}/quick-sign/${agreement.guid}`);
  await page.goto(await linkTo(robin, { accountId: robin.account.id }));
  await open.click();
  await expect(page).toHaveURL(`${robin.url}/login`);
  await submitLogin(page, robin);
  await expect(page).toHaveURL(`${robin.url}/secure/documents`);
});

test('[SHELL-19] a link that never was one says the same', async ({ page, openMarina }) => {
  const { url } = await openMarina();
  await page.goto(`${url}/redirect/one/two`);
  await expect(page.getByText('This link no longer works')).toBeVisible();
  await page.goto(`${url}/redirect/1/2`);
  await page.getByRole('button', { name: 'Open the link' }).click();
  await expect(page.getByText('This link no longer works')).toBeVisible();
});
