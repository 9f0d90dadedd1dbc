import type { Page } from '@playwright/test';
import { makeReadableAgreement } from '../apps/server/src/testing/factories/agreements.ts';
import { consentKey, consentsOf } from '../apps/server/src/testing/factories/consents.ts';
import { makeAccount } from '../apps/server/src/testing/factories/factories.ts';
import { expect, test } from './customers.ts';
import { openDrawn } from './drawn.ts';

test.use({ javaScriptEnabled: false });

const drawn = (page: Page) => expect(page.locator('#root[data-drawn]')).toBeAttached();

test('[LOGIN-5] without scripts a customer signs in, and reads on the page why a wrong password does not', async ({
  page,
  openMarina,
}) => {
  const marina = await openMarina();
  const { email, password } = await marina.addCustomer();
  await openDrawn(page, `${marina.url}/login`);
  await expect(page.locator('noscript')).toHaveCount(0);
  const submit = async (typed: string) => {
    await page.getByRole('textbox', { name: 'E-mail address' }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(typed);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  await submit('wrong');
  await expect(page).toHaveURL(`${marina.url}/login?problem=InvalidOperationException`);
  await expect(async () => {
    await page.reload();
    await drawn(page);
    await expect(page.getByRole('alert')).toContainText('incorrect', { timeout: 500 });
  }).toPass();
  await submit(password);
  await expect(page).toHaveURL(`${marina.url}/secure/dashboard`);
  await expect(page.locator('noscript')).toBeVisible();
});

test('[REG-6] without scripts a forgotten password is mailed', async ({ page, openMarina }) => {
  const marina = await openMarina();
  const { email } = await marina.addCustomer();
  await openDrawn(page, `${marina.url}/forgotten-password`);
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(` ${email} `);
  await page.getByRole('button').last().click();
  await expect(page).toHaveURL(`${marina.url}/forgotten-password?done=true`);
  await openDrawn(page, page.url());
  await expect(page.getByRole('status')).toBeVisible();
});

test('[ACC-4] without scripts the consents of a mail’s link are saved', async ({ page, context, somebody }) => {
  const robin = await somebody({ consents: ['Storm warnings', 'News'] });
  await context.clearCookies();
  const { tenant } = robin.marina;
  await openDrawn(page, `${robin.url}/consent-management/${await consentKey(tenant, robin.account)}?emailId=mail-7`);
  await page.getByRole('switch', { name: 'News' }).check();
  await page.getByRole('button', { name: 'Save my choice' }).click();
  await expect(page).toHaveURL(/\?emailId=mail-7&done=true$/);
  await openDrawn(page, page.url());
  await expect(page.getByRole('heading', { level: 1, name: 'Your choice is saved' })).toBeVisible();
  expect(await consentsOf(tenant, robin.account)).toMatchObject([
    { consent_group_id: robin.consentIds[1], granted: true, source: 'consent-page', email_message_id: 'mail-7' },
  ]);
});

test('[AGR-8] without scripts the link of an agreement leads to a signature by name, and to its paper', async ({
  page,
  context,
  somebody,
}) => {
  const robin = await somebody();
  await context.clearCookies();
  const { tenant } = robin.marina;
  const owner = { tenantId: tenant.id, accountId: robin.account.id, siteId: robin.account.siteId };
  const { guid } = await makeReadableAgreement(tenant.db, owner);
  await openDrawn(page, `${robin.url}/quick-sign/${guid}?guid=${robin.account.guid}`);
  await expect(page.getByText('tidy')).toBeVisible();
  await expect(page.locator('[data-needs-scripts]').filter({ visible: true })).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: 'Full name' })).toHaveValue('Mrs Robin Test');
  const sign = async (email: string) => {
    await page.getByRole('checkbox', { name: 'I have read the agreement' }).check();
    await page.getByRole('textbox', { name: 'E-mail address' }).fill(email);
    await page.getByRole('textbox', { name: 'Type your name as your signature' }).fill('Robin Test');
    await page.getByRole('button', { name: 'Sign', exact: true }).click();
  };
  await sign('wrong@example.com');
  await expect(page).toHaveURL(/&problem=SIGNER_EMAIL_UNKNOWN$/);
  await openDrawn(page, page.url());
  await expect(page.getByRole('alert')).toContainText('does not have this e-mail address');
  const address = page.getByRole('textbox', { name: 'E-mail address' });
  await expect(address).toHaveValue('wrong@example.com');
  await expect(address).toHaveAccessibleDescription(/does not have this e-mail address/);
  await expect(page.getByRole('textbox', { name: 'Type your name as your signature' })).toHaveValue('Robin Test');
  await sign(robin.email);
  await expect(page).toHaveURL(/&done=true$/);
  await openDrawn(page, page.url());
  await expect(page.getByText('Your agreement is signed.')).toBeVisible();
  const paper = await page
    .getByRole('link', { name: 'Download' })
    .evaluate(async (link: HTMLAnchorElement) => (await (await fetch(link.href)).text()).slice(0, 5));
  expect(paper).toBe('%PDF-');
  await expect(page.locator('noscript')).toHaveCount(0);
});

test('[SHELL-22] without scripts the account form says above its fields that it needs them', async ({
  page,
  somebody,
}) => {
  const robin = await somebody();
  await openDrawn(page, `${robin.url}/secure/account/edit`);
  const notice = page.locator('body > noscript');
  await expect(notice).toBeInViewport();
  const above = ((await notice.locator('p').boundingBox())?.y ?? 0) + 10;
  expect(above).toBeLessThan((await page.getByRole('textbox', { name: 'First name' }).boundingBox())?.y ?? 0);
});

test('[SAFE-7] a browser that does not say whose page sent the form is told what helps', async ({ page, somebody }) => {
  const robin = await somebody();
  const { tenant } = robin.marina;
  const owner = { tenantId: tenant.id, accountId: robin.account.id, siteId: robin.account.siteId };
  const { guid } = await makeReadableAgreement(tenant.db, owner);
  await openDrawn(page, `${robin.url}/quick-sign/${guid}?problem=FOREIGN_ORIGIN`);
  await expect(page.getByRole('alert')).toContainText('Turn on JavaScript, or use a newer browser.');
});

test('[AGR-68] without scripts an error of the server is not called a field that is missing', async ({
  page,
  somebody,
}) => {
  const robin = await somebody();
  const { tenant } = robin.marina;
  const owner = { tenantId: tenant.id, accountId: robin.account.id, siteId: robin.account.siteId };
  const { guid } = await makeReadableAgreement(tenant.db, owner);
  await openDrawn(page, `${robin.url}/quick-sign/${guid}?problem=UNAVAILABLE`);
  await expect(page.getByRole('alert')).toContainText('Something went wrong.');
});

test('without scripts a signed-in customer signs by the link of an agreement, too', async ({ page, somebody }) => {
  const robin = await somebody();
  const { tenant } = robin.marina;
  const owner = { tenantId: tenant.id, accountId: robin.account.id, siteId: robin.account.siteId };
  const { guid } = await makeReadableAgreement(tenant.db, owner);
  await openDrawn(page, `${robin.url}/quick-sign/${guid}?guid=${robin.account.guid}`);
  await expect(page.getByRole('textbox', { name: 'Full name' })).toHaveValue('Mrs Robin Test');
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(robin.email);
  await page.getByRole('checkbox', { name: 'I have read the agreement' }).check();
  await page.getByRole('textbox', { name: 'Type your name as your signature' }).fill('Robin Test');
  await page.getByRole('button', { name: 'Sign', exact: true }).click();
  await expect(page).toHaveURL(/&done=true$/);
  await openDrawn(page, page.url());
  await expect(page.getByText('Your agreement is signed.')).toBeVisible();
});

test('[AGR-5] without scripts a signer without an address on file asks for a code first, and for another', async ({
  page,
  openMarina,
}) => {
  const { tenant, url } = await openMarina();
  const { id, siteId } = await makeAccount(tenant, { email: '' });
  const { guid } = await makeReadableAgreement(tenant.db, { tenantId: tenant.id, accountId: id, siteId });
  await openDrawn(page, `${url}/quick-sign/${guid}`);
  const address = page.getByRole('textbox', { name: 'E-mail address' });
  const code = page.getByRole('textbox', { name: 'Code from the e-mail' });
  await address.fill('robin.new@example.com');
  await expect(code).toHaveCount(0);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await expect(page).toHaveURL(`${url}/quick-sign/${guid}?codeSent=true`);
  await openDrawn(page, page.url());
  await expect(page.getByRole('status')).toContainText('We have sent a code');
  await address.fill('robin.new@example.com');
  await page.getByRole('checkbox', { name: 'I have read the agreement' }).check();
  await page.getByRole('textbox', { name: 'Full name' }).fill('Robin Test');
  await page.getByRole('textbox', { name: 'Type your name as your signature' }).fill('Robin Test');
  await code.fill('000000');
  await page.getByRole('button', { name: 'Sign', exact: true }).click();
  await expect(page).toHaveURL(/\?codeSent=true&problem=SIGNER_EMAIL_UNKNOWN$/);
  await openDrawn(page, page.url());
  await expect(page.getByRole('alert')).toContainText('This code is incorrect or has expired.');
  await page.getByRole('link', { name: 'Send another code' }).click();
  await expect(page).toHaveURL(new RegExp(`/quick-sign/${guid}\\?$`));
  await openDrawn(page, page.url());
  await expect(page.getByRole('button', { name: 'Send me a code' })).toBeVisible();
});
