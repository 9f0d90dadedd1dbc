import type { Page } from '@playwright/test';
import { makeAccount, makeRenewalCodeOf } from '../apps/server/src/testing/factories/factories.ts';
import { makeDocumentType } from '../apps/server/src/testing/factories/papers.ts';
import { sampleFiles } from '../apps/server/src/testing/sample-files.ts';
import { draw, makeLicence, pad, signButton, textBox } from './agreements.ts';
import { loginAlerts } from './login-alerts.ts';
import { findInMail } from './mail.ts';
import { cards, expect, expectReceived, goOn, test } from './unpaid-orders.ts';

const newPassword = 'Different#2027';

/** Counts the presses of a mouse or a finger on the page and in its frames. The keyboard's are not counted. */
async function countClicks(page: Page): Promise<() => number> {
  let clicks = 0;
  await page.exposeBinding('countClick', () => {
    clicks += 1;
  });
  await page.addInitScript(() => {
    const count = (event: MouseEvent) => {
      if (event.isTrusted && event.detail > 0) (window as unknown as { countClick: () => void }).countClick();
    };
    addEventListener('click', count, { capture: true });
  });
  return () => clicks;
}

/**
 * Types into a field that was clicked, and goes on with the keyboard: Tab between the fields, Enter at the end. An
 * empty value passes a button, such as the one beside a password.
 */
async function typeFrom(page: Page, label: string, ...values: readonly string[]): Promise<void> {
  await page.getByRole('main').getByLabel(label, { exact: true }).click();
  const [first = '', ...others] = values;
  await page.keyboard.type(first);
  await tabThrough(page, others);
  await page.keyboard.press('Enter');
}

/** Goes on from the field with the focus to each next one with Tab, and types into it. Passes it if empty. */
async function tabThrough(page: Page, values: readonly string[]): Promise<void> {
  for (const value of values) {
    await page.keyboard.press('Tab');
    await page.keyboard.type(value);
  }
}

/** Expiry date, security code, name, whether to save the card, country, two lines, town, county and postcode. */
const behindTheNumber = ['12/31', '123', '', '', 'United Kingdom', '1 Quay Road', '', 'Saltmarsh', '', 'SM1 1AA'];

const devices = [
  ['a computer', { width: 1280, height: 800 }],
  ['a phone', { width: 360, height: 740 }],
] as const;

for (const [device, size] of devices)
  test(`[LOGIN-2] [ORD-3] [CARD-1] on ${device} at most seven clicks from the login page pay with a new card`, async ({
    page,
    debtor,
  }) => {
    const { url, email, password, books } = await debtor([{ grossMinor: 4_850 }], { signedOut: true });
    await page.setViewportSize(size);
    const clicks = await countClicks(page);
    await page.goto(`${url}/login`);
    await typeFrom(page, 'E-mail address', email, password);
    await page
      .getByRole('banner')
      .getByRole('link', { name: /Pay now/ })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: 'Unpaid orders' })).toBeVisible();
    const open = page.getByRole('button', { name: 'Pay now', exact: true });
    const checkout = page.getByRole('button', { name: 'Checkout' });
    await expect(open.or(checkout)).toBeVisible();
    if (await open.isVisible()) await open.click();
    await checkout.click();
    await page.frameLocator('#hosted-cardNumber iframe').getByRole('textbox').click();
    await page.keyboard.type(cards.frictionless);
    await tabThrough(page, behindTheNumber);
    await expect(page.getByLabel('Country')).toHaveValue('GB');
    await goOn(page).click();
    await page.getByRole('dialog', { name: 'Confirm payment' }).getByRole('button', { name: /^Pay / }).click();
    await expectReceived(page);
    expect((await books()).charged).toBe(4_850);
    expect(clicks()).toBeGreaterThanOrEqual(6);
    expect(clicks()).toBeLessThanOrEqual(7);
  });

for (const [device, size] of devices) {
  test(`on ${device} a document is uploaded in at most four clicks from the login page on`, async ({
    page,
    debtor,
  }) => {
    const { url, email, password, marina } = await debtor([], { signedOut: true });
    await makeDocumentType(marina.tenant.db, marina.tenant.id, { name: 'Proof of insurance', isExpiryRequired: false });
    await page.setViewportSize(size);
    const clicks = await countClicks(page);
    await page.goto(`${url}/login`);
    await typeFrom(page, 'E-mail address', email, password);
    await loginAlerts(page)
      .getByRole('button', { name: /^Upload Proof of insurance/ })
      .click();
    const chosen = page.waitForEvent('filechooser');
    await page.getByRole('dialog').getByText('Choose a file').click();
    const policy = { name: 'Policy.pdf', mimeType: 'application/pdf', buffer: sampleFiles.pdf };
    await (await chosen).setFiles(policy);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('region', { name: 'To do' })).toContainText('Documents up to date');
    expect(clicks()).toBeGreaterThanOrEqual(3);
    expect(clicks()).toBeLessThanOrEqual(4);
  });

  test(`on ${device} an agreement is read and signed in at most four clicks from the login page on`, async ({
    page,
    debtor,
  }) => {
    const robin = await debtor([], { signedOut: true });
    await makeLicence(robin);
    await page.setViewportSize(size);
    const clicks = await countClicks(page);
    await page.goto(`${robin.url}/login`);
    await typeFrom(page, 'E-mail address', robin.email, robin.password);
    await loginAlerts(page).getByRole('link', { name: /^Sign/ }).click();
    await textBox(page).hover();
    await page.mouse.wheel(0, 100_000);
    await pad(page).scrollIntoViewIfNeeded();
    await draw(page);
    await signButton(page).click();
    await expect(page.getByText('Your agreement is signed.')).toBeVisible();
    expect(clicks()).toBeGreaterThanOrEqual(3);
    expect(clicks()).toBeLessThanOrEqual(4);
  });

  test(`on ${device} a customer with a code registers in at most three clicks from the login page on`, async ({
    page,
    openMarina,
  }) => {
    const marina = await openMarina();
    const account = await makeAccount(marina.tenant);
    const code = await makeRenewalCodeOf(marina.tenant, account, new Date());
    await page.setViewportSize(size);
    const clicks = await countClicks(page);
    await page.goto(`${marina.url}/login`);
    await page.getByRole('main').getByRole('link', { name: 'Register', exact: true }).click();
    await typeFrom(page, 'Registration code', code);
    await expect(page).toHaveURL(`${marina.url}/register/complete`);
    await typeFrom(page, 'E-mail address', 'robin.new@example.com', newPassword, '', newPassword);
    await expect(page).toHaveURL(`${marina.url}/secure/dashboard`);
    expect(clicks()).toBeGreaterThanOrEqual(2);
    expect(clicks()).toBeLessThanOrEqual(3);
  });

  test(`on ${device} a forgotten password is replaced in at most five clicks beside the mail’s`, async ({
    page,
    context,
    openMarina,
    mailboxUrl,
  }) => {
    const marina = await openMarina();
    const { email } = await marina.addCustomer();
    await page.setViewportSize(size);
    const clicks = await countClicks(page);
    await page.goto(`${marina.url}/login`);
    await page.getByRole('link', { name: 'Forgotten your password?' }).click();
    // The login page has a field of the same name.
    await expect(page.getByRole('heading', { level: 1, name: 'Forgotten password' })).toBeVisible();
    await typeFrom(page, 'E-mail address', email);
    await expect(page.getByText('If an account exists for this address')).toBeVisible();
    await page.goto(marina.url + (await findInMail(context, mailboxUrl, email, /\/passwordResetForm\/[\w-]{43}/)));
    await typeFrom(page, 'New password', newPassword, '', newPassword);
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await typeFrom(page, 'E-mail address', email, newPassword);
    await expect(page).toHaveURL(`${marina.url}/secure/dashboard`);
    expect(clicks()).toBeGreaterThanOrEqual(4);
    expect(clicks()).toBeLessThanOrEqual(5);
  });
}
