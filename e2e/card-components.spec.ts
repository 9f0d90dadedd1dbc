import { sampleSettings } from '../apps/server/src/testing/factories/factories.ts';
import { makeIneligibleCard } from '../apps/server/src/testing/factories/papers.ts';
import { expectAccessibleOnDeskAndPhone } from './accessible.ts';
import {
  answerBank,
  cards,
  expect,
  expectReceived,
  expectStep,
  goOnToCard,
  openOrders,
  openPayNow,
  payWithNewCard,
  test,
  typeAddress,
  typeCard,
  typeSecurityCode,
} from './components.ts';
import { viewAsStaff } from './staff-session.ts';

const noVault = { withoutProvider: true };

test('[ORD-3] with several providers Checkout waits for the choice, and says so beside the button', async ({
  page,
  debtor,
  withComponents,
}) => {
  const { url } = await withComponents(await debtor([{}]));
  await openOrders(page, url);
  const panel = page.getByRole('region', { name: 'Payment' });
  const checkout = panel.getByRole('button', { name: 'Checkout' });
  await expect(checkout).toBeDisabled();
  await expect(checkout).toHaveAccessibleDescription('Choose how to pay');
  await panel.getByRole('radio').first().check();
  await expect(checkout).toBeEnabled();
  await expect(panel).not.toContainText('Choose how to pay');
});

test('[PROV-1] [CARD-1] a new card pays in the second provider’s fields, is kept, pays again, is deleted', async ({
  page,
  debtor,
  withComponents,
  clearAcceptUrl,
}) => {
  const robin = await withComponents(await debtor([{ grossMinor: 4_850 }, { grossMinor: 1_200 }], noVault));
  const { url } = robin;
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(url)) sent.push(`${request.url()} ${request.postData() ?? ''}`);
  });
  await openPayNow(page, url);
  await expect(page.getByRole('region', { name: 'What you pay' })).toContainText('£48.50');
  await page.getByRole('button', { name: 'Continue to card details' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'problem' }).getByRole('link')).toHaveCount(4);
  await typeAddress(page);
  await expectAccessibleOnDeskAndPhone(page);

  await goOnToCard(page, 3);
  await expect(page.getByRole('region', { name: 'What you pay' })).toContainText('£48.50');
  await typeCard(page, cards.challenge);
  const frames = page.frames().filter((each) => each.parentFrame() === page.mainFrame());
  expect(frames.map((frame) => new URL(frame.url()).origin)).toEqual([clearAcceptUrl, clearAcceptUrl, clearAcceptUrl]);
  await page.getByRole('checkbox', { name: /Save this card/ }).check();
  await page.getByLabel('Name for this card').fill('Boat card');
  await expectAccessibleOnDeskAndPhone(page);
  await page.getByRole('button', { name: 'Pay £60.50' }).click();
  await answerBank(page, '1234');
  await expectReceived(page);
  await expect(page).toHaveURL(/\/secure\/payment\/confirmation\?reference=QS-/);
  await expect(page.getByText('Your card is saved for next time.')).toBeVisible();
  await page.reload();
  await expectReceived(page);
  expect((await robin.componentBooks()).charged).toBe(6_050);

  await robin.addOrder({ grossMinor: 2_500 });
  await openPayNow(page, url);
  await expect(page.getByRole('radio', { name: /ending 1091 · Boat card/ })).toBeChecked();
  await goOnToCard(page, 1);
  await expect(page.getByText('The last 3 digits on the back of the card')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pay £25.00' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Pay £25.00' })).toHaveAccessibleDescription(
    'Enter the security code to pay.',
  );
  await typeSecurityCode(page, '123');
  await page.getByRole('button', { name: 'Pay £25.00' }).click();
  await answerBank(page, '1234');
  await expectReceived(page);
  expect((await robin.componentBooks()).charged).toBe(8_550);
  expect(sent.join('\n')).not.toMatch(/4000000000001091|"cvv"|cardperm_/);

  await page.getByRole('navigation').getByRole('link', { name: 'Pay cards' }).click();
  await expect(page.getByText('Visa').first()).toBeVisible();
  await expectAccessibleOnDeskAndPhone(page);
  await page.getByRole('button', { name: 'Delete Visa ending 1091' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, delete' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByText('You have no stored cards.')).toBeVisible();
});

test('[PROV-1] the theme styles the fields in the provider’s terms: text, hint and background, day and night', async ({
  page,
  debtor,
  withComponents,
}) => {
  const robin = await withComponents(await debtor([{}], noVault));
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await openPayNow(page, robin.url);
    await typeAddress(page);
    await goOnToCard(page, 3);
    const expected = await page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('p'));
      probe.style.cssText = 'color: var(--qs-muted); background: var(--qs-surface)';
      const { color: muted, backgroundColor: surface } = getComputedStyle(probe);
      probe.remove();
      return [getComputedStyle(document.body).color, surface, muted];
    });
    const field = page.frameLocator('#hosted-cardNumber iframe').getByRole('textbox');
    const drawn = () =>
      field.evaluate((input) => {
        const { color, backgroundColor } = getComputedStyle(input);
        return [color, backgroundColor, getComputedStyle(input, '::placeholder').color];
      });
    // The frame gets its style after it has loaded.
    await expect.poll(drawn, { message: colorScheme }).toEqual(expected);
  }
});

test('[PROV-8] [PROV-1] [PROV-7] the error page tells a refusal by bank or card; an unknown one is an error', async ({
  page,
  debtor,
  withComponents,
}) => {
  const robin = await withComponents(await debtor([{ grossMinor: 11 }], noVault));
  const { url, marina } = robin;
  await openPayNow(page, url);
  await typeAddress(page);
  await goOnToCard(page, 3);
  await page.getByRole('button', { name: 'Back' }).click();
  await expectStep(page, 'Your payment');
  await goOnToCard(page, 3);
  await typeCard(page, cards.refused);
  await page.getByRole('button', { name: 'Pay £0.11' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Payment failure' })).toBeVisible();
  await expect(page).toHaveURL(/\/secure\/payment\/error\?reference=QS-/);
  await page.getByRole('link', { name: 'Try again' }).click();

  await page.getByRole('button', { name: 'Checkout' }).click();
  await typeAddress(page);
  await goOnToCard(page, 3);
  await typeCard(page, cards.frictionless);
  await page.getByRole('button', { name: 'Pay £0.11' }).click();
  await expect(page.getByText('The payment was declined. Nothing was charged.')).toBeVisible();
  expect((await robin.componentBooks()).charged).toBe(0);
  await page.getByRole('link', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Checkout' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Pay now' })).toBeVisible();

  const gone = { cancelled_at: new Date() };
  await marina.tenant.db.updateTable('orders').set(gone).where('tenant_id', '=', marina.tenant.id).execute();
  await page.reload();
  const alert = page.getByRole('alert').filter({ hasText: 'Something went wrong.' });
  await expect(alert).toContainText('Nothing was charged.');
  await alert.getByRole('link', { name: 'Back to your orders' }).click();
  await expect(page).toHaveURL(`${url}/secure/orders/outstanding`);
});

test('[MONEY-1] a customer who leaves the fields of one provider can pay the same orders with the other', async ({
  page,
  debtor,
  withComponents,
}) => {
  const robin = await withComponents(await debtor([{}]));
  await openOrders(page, robin.url);
  await page.getByRole('radio', { name: 'Card online' }).check();
  await page.getByRole('button', { name: 'Checkout' }).click();
  await typeAddress(page);
  await goOnToCard(page, 3);
  await payWithNewCard(page, robin.url, cards.frictionless);
  await expectReceived(page);
  expect([(await robin.books()).charged, (await robin.componentBooks()).charged]).toEqual([10_000, 0]);
});

test('[SHELL-5] [CARD-8] [LOGIN-14] pay cards and its checkout need the provider, and are not for staff', async ({
  page,
  context,
  debtor,
  withComponents,
}) => {
  const features = { ...sampleSettings().features, 'ineligible-vaulted-cards': true };
  const robin = await debtor([{}], { settings: { features } });
  const { url, marina, owner, account } = robin;
  const ineligible = await makeIneligibleCard(marina.tenant.db, owner, { lastDigits: '4321' });
  const paths = ['/secure/clear-accept/checkout', '/secure/clear-accept-pay-cards'];
  for (const path of paths) {
    await page.goto(url + path);
    await expect(page).toHaveURL(`${url}/secure/orders/outstanding`);
  }
  const sidebar = page.getByRole('navigation').filter({ has: page.getByRole('link', { name: 'Dashboard' }) });
  await expect(sidebar.getByRole('link', { name: 'Contact us' })).toBeVisible();
  await expect(sidebar.getByRole('link', { name: 'Pay cards' })).toHaveCount(0);

  await withComponents(robin);
  await page.goto(`${url}/secure/clear-accept-pay-cards`);
  await expect(page.getByRole('heading', { level: 1, name: 'Pay cards' })).toBeVisible();
  const useless = page.getByRole('listitem').filter({ hasText: 'ending 4321' });
  const register = useless.getByRole('link', { name: 'Register again Visa ending 4321' });
  await expect(register).toHaveAttribute('href', `/secure/manage-payment-methods?register=${ineligible}`);
  await useless.getByRole('button', { name: 'Delete Visa ending 4321' }).click();
  await page.getByRole('dialog', { name: 'Delete this card?' }).getByRole('button', { name: 'Yes, delete' }).click();
  await expect(page.getByRole('heading', { name: 'Cards that can no longer be used' })).toBeHidden();
  const entries = await sidebar.getByRole('link').allInnerTexts();
  expect(entries.slice(-2).map((text) => text.trim())).toEqual(['Pay cards', 'Contact us']);
  await page.goto(`${url}/secure/clear-accept/checkout`);
  await expect(page).toHaveURL(`${url}/secure/orders/outstanding`);
  await page.goto(`${url}/secure/paysafe-pay-cards`);
  await expect(page).toHaveURL(/\/404$/);

  await viewAsStaff(context, marina, { account });
  for (const path of paths) {
    await page.goto(url + path);
    await expect(page).toHaveURL(`${url}/secure/dashboard`);
    await expect(
      page.getByText('You can not view the users checkout page when viewing their portal').first(),
    ).toBeVisible();
  }
});
