import { mergeTests, type Page } from '@playwright/test';
import { makeReadableAgreement } from '../apps/server/src/testing/factories-agreements.ts';
import { makeAccount } from '../apps/server/src/testing/factories.ts';
import { makeOrder } from '../apps/server/src/testing/factories-orders.ts';
import { expectAccessible, expectAccessibleOnDeskAndPhone } from './accessible.ts';
import { draw, readToEnd, signButton } from './agreements.ts';
import { goOnToCard, test as withComponentCards } from './components.ts';
import { cards, type Debtor, expect, expectReceived, pay, typeAddress, typeCard, typeSecurityCode } from './debts.ts';
import { findInMail } from './mail.ts';
import { agreeAtPaypal, inWindow, payBy, test as withPages } from './page-providers.ts';
import { keepCards } from './stored-cards.ts';

const test = mergeTests(withComponentCards, withPages);

// What axe looks at is not halfway from one colour to the other.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** The pay link of an order. */
async function linkTo({ url, marina: { tenant } }: Debtor, orderId: number | undefined): Promise<string> {
  const order = tenant.db.selectFrom('orders').select('guid').where('tenant_id', '=', tenant.id);
  const { guid } = await order.where('id', '=', orderId ?? 0).executeTakeFirstOrThrow();
  return `${url}/quick-pay/${guid}`;
}

const noVault = { withoutProvider: true };

/** As if its owner had last given their password yesterday. */
async function makeSessionOld({ marina: { tenant } }: Debtor): Promise<void> {
  const yesterday = new Date(Date.now() - 86_400_000);
  const sessions = tenant.db.updateTable('sessions').set({ authenticated_at: yesterday });
  await sessions.where('tenant_id', '=', tenant.id).execute();
}

const steps = (page: Page) => page.getByRole('navigation', { name: 'Steps' }).getByRole('listitem');
const step = (page: Page, name: string) => steps(page).filter({ hasText: name });
const isAt = (page: Page, name: string) => expect(step(page, name)).toHaveAttribute('aria-current', 'step');

async function toCheckout(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Checkout' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
}

async function typeNewCard(page: Page, number: string): Promise<void> {
  await typeCard(page, number);
  await page.getByLabel('Name on card').fill('A Friend');
  await typeAddress(page);
}

test('[QP-1] [QP-5] [ORD-9] a friend pays an order by its link: three steps, back and forth until it is paid, then no more', async ({
  page,
  context,
  debtor,
}) => {
  const website = 'https://www.saltmarsh.example';
  const robin = await debtor([{}], { settings: { allowedReturnUrls: [website] } });
  const link = await linkTo(robin, robin.orderIds[0]);
  await context.clearCookies();
  // A step whose turn it isn't sends back.
  await page.goto(`${link}/checkout?referrer=${encodeURIComponent(`${website}/pay`)}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Review' })).toBeVisible();
  await isAt(page, 'Review');
  await expect(page.getByText('Visitor berth').first()).toBeVisible();
  await expect(page.getByRole('main').getByText('Outstanding').first()).toBeVisible();
  await expect(page.getByText('for R. T.', { exact: true })).toBeVisible();
  await expect(page.getByText('Robin')).toHaveCount(0);
  await expectAccessibleOnDeskAndPhone(page);

  await toCheckout(page);
  await isAt(page, 'Checkout');
  await step(page, 'Review').getByRole('link').click();
  await isAt(page, 'Review');
  await step(page, 'Checkout').getByRole('link').click();
  await isAt(page, 'Checkout');
  // Nothing of the account is filled in, and no card is kept.
  await expect(page.getByLabel('Name on card')).toHaveValue('');
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await typeNewCard(page, cards.frictionless);
  await pay(page);
  await expectReceived(page);
  await isAt(page, 'Confirmation');
  await expect(steps(page).getByRole('link')).toHaveCount(0);
  await expect(page.getByText('Outstanding')).toHaveCount(0);
  for (const name of ['Transaction date', 'Reference', 'Card'])
    await expect(page.getByText(name).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to the website' })).toHaveAttribute('href', `${website}/pay`);
  await expect(page.getByRole('link', { name: /receipt/i })).toBeVisible();
  await expectAccessibleOnDeskAndPhone(page);
  await page.reload();
  await expectReceived(page);
  await isAt(page, 'Confirmation');
  expect((await robin.books()).charged).toBe(10_000);

  await page.goto(link);
  await expect(page.getByText('Order already paid')).toBeVisible();
  await page.getByRole('link', { name: 'See the payment' }).click();
  await expectReceived(page);
});

test('[PROV-8] [QP-3] [AGR-8] [REG-8] what stands in the way of a pay link: an agreement, until it is signed; nothing left to pay; no order', async ({
  page,
  context,
  debtor,
  mailboxUrl,
}) => {
  const robin = await debtor([{ allocatedMinor: 10_000, dueInDays: 0 }, { cancelledAt: new Date() }]);
  const { db } = robin.marina.tenant;
  const agreement = await makeReadableAgreement(db, robin.owner, {
    type: 'Berthing licence',
    html: '<p>Keep it tidy.</p>',
  });
  const { guid } = await makeOrder(db, robin.owner, { agreementId: agreement.id });
  const [paid, cancelled] = [await linkTo(robin, robin.orderIds[0]), await linkTo(robin, robin.orderIds[1])];
  await context.clearCookies();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(paid);
  await expect(page.getByText('Order already paid')).toBeVisible();
  await expect(page.getByRole('link', { name: 'To the portal' })).toHaveAttribute('href', '/login');
  await expect(page.getByRole('button', { name: 'Checkout' })).toHaveCount(0);
  await page.goto(cancelled);
  await expect(page.getByText('This order is no longer payable')).toBeVisible();
  await page.goto(`${robin.url}/quick-pay/nonsense`);
  await expect(page.getByRole('alert')).toContainText('We cannot find this order');
  await expect(page.getByRole('link', { name: 'To the portal' })).toHaveCount(0);

  await page.goto(`${robin.url}/quick-pay/${guid}`);
  await expect(page.getByText('Sign first: Berthing licence')).toBeVisible();
  await expect(page.getByText('Visitor berth')).toHaveCount(0);
  await page.getByRole('link', { name: 'Sign the agreement' }).click();
  await page.getByRole('textbox', { name: 'E-mail address' }).fill('robin.test@example.com');
  await readToEnd(page);
  await page.getByLabel('Full name').fill('Robin Test');
  await draw(page);
  await signButton(page).click();
  await page.getByRole('link', { name: 'Back to payment' }).click();
  await expect(page.getByText('Visitor berth').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Checkout' })).toBeVisible();

  // Who hasn't registered gets the code where the marina writes to, and nowhere else.
  const email = `new.${robin.marina.tenant.key}@example.com`;
  const { id: accountId } = await makeAccount(robin.marina.tenant, { email });
  const newcomers = await makeOrder(db, { ...robin.owner, accountId });
  await page.goto(`${robin.url}/quick-pay/${newcomers.guid}`);
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByText(/We have e-mailed a code to n\*\*\*@example\.com/)).toBeVisible();
  const code = await findInMail(context, mailboxUrl, email, /\b[0-9A-Z]{10}\b/);
  await page.getByLabel('Registration code').fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Choose the e-mail address and password')).toBeVisible();
});

test('[QP-2] [QP-4] [PROV-8] a declined card leads back to the review; its owner signs in there, and pays by a link with a stored one', async ({
  page,
  context,
  debtor,
  sandboxUrl,
}) => {
  // The provider declines this amount.
  const robin = await debtor([{ grossMinor: 11 }, {}]);
  const [declined, other] = [await linkTo(robin, robin.orderIds[0]), await linkTo(robin, robin.orderIds[1])];
  await context.clearCookies();
  await page.goto(declined);
  await toCheckout(page);
  await typeNewCard(page, cards.frictionless);
  await pay(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Payment failure' })).toBeVisible();
  await isAt(page, 'Checkout');
  await page.getByRole('link', { name: 'Try again' }).click();
  await isAt(page, 'Review');

  const button = page.getByRole('button', { name: 'Sign in' });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await page.getByLabel('Password', { exact: true }).fill('Wrong#2026');
  await button.click();
  await expect(page.getByRole('alert')).toContainText('The password is not right.');
  await page.getByLabel('Password', { exact: true }).fill(robin.password);
  await button.click();
  await expect(page).toHaveURL(`${robin.url}/secure/dashboard`);

  await keepCards(page, robin, sandboxUrl, [{ number: cards.frictionless }]);
  // Whoever was signed in long ago is asked again before paying.
  await makeSessionOld(robin);
  await page.goto(other);
  await toCheckout(page);
  await page.getByRole('radio', { name: 'Use a new card' }).check();
  await expect(page.getByRole('checkbox', { name: /Keep this card/ })).toBeVisible();
  await page.getByRole('radio', { name: /ending 1000/ }).check();
  await page.getByRole('button', { name: /^Pay / }).click();
  await expect(page).toHaveURL(/\/cvv$/);
  await isAt(page, 'Checkout');
  await typeSecurityCode(page, '123');
  await pay(page);
  const proof = page.getByRole('dialog', { name: 'Is it still you?' });
  await proof.getByLabel('Password', { exact: true }).fill(robin.password);
  await proof.getByRole('button', { name: 'Continue' }).click();
  await expectReceived(page);
  // By the link alone nobody sees that there is a card.
  await context.clearCookies();
  await page.goto(`${other}/cvv`);
  await expect(page.getByRole('heading', { level: 1, name: 'Review' })).toBeVisible();
});

test('[QP-2] [PROV-2] [PROV-3] PayPal and a provider’s own page by a link: given up there it is back at the review, agreed it is paid', async ({
  page,
  context,
  debtor,
  offer,
  taken,
}) => {
  const website = 'https://www.saltmarsh.example';
  const settings = { allowedReturnUrls: [website] };
  const robin = await debtor([{ grossMinor: 4_850 }], { ...noVault, settings });
  const paypal = await offer(robin, 'paypal');
  const redirect = await offer(robin, 'redirect', { requiredFields: ['town'] });
  const link = await linkTo(robin, robin.orderIds[0]);
  await context.clearCookies();
  await page.clock.install();
  await page.goto(`${link}?referrer=${encodeURIComponent(`${website}/pay`)}`);
  await payBy(page, 'PayPal');
  await page.getByRole('button', { name: 'Cancel and go back' }).click();
  await expect(page.getByText('You cancelled the payment. Nothing was charged.', { exact: true })).toBeVisible();
  await isAt(page, 'Review');

  await payBy(page, 'Lighthouse Pay');
  const dialog = page.getByRole('dialog', { name: 'A few details are missing' });
  await dialog.getByLabel('Town or city').fill('Bosham');
  await expect(dialog.getByRole('switch')).toHaveCount(0);
  await expectAccessible(page);
  const popup = await inWindow(page, () => dialog.getByRole('button', { name: 'Continue to checkout' }).click());
  await popup.close();
  await expect(page.getByText('The payment was cancelled. Nothing was charged.')).toBeVisible();
  await expect(page).toHaveURL(/\/quick-pay\/[^/]+\/error\?/);
  await isAt(page, 'Checkout');
  await page.getByRole('link', { name: 'Try again' }).click();
  await isAt(page, 'Review');
  await expect(step(page, 'Checkout').getByRole('link')).toHaveCount(0);

  await payBy(page, 'PayPal');
  await agreeAtPaypal(page, '£48.50');
  await expectReceived(page);
  await isAt(page, 'Confirmation');
  await expect(page).toHaveURL(/\/quick-pay\/[^/]+\/confirmation\?/);
  await expect(page.getByRole('main').getByText('Outstanding')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Back to the website' })).toHaveAttribute('href', `${website}/pay`);
  expect([await taken(paypal), await taken(redirect)]).toEqual([[4_850], []]);
});

test('[QP-2] [PROV-1] [PROV-4] the second card provider by a link takes what is outstanding; a provider’s page leads back to the link', async ({
  page,
  context,
  debtor,
  withComponents,
  offer,
  taken,
}) => {
  const robin = await withComponents(await debtor([{ grossMinor: 8_050, allocatedMinor: 2_000 }, {}], noVault));
  const redirect = await offer(robin, 'redirect', { flow: 'redirect' });
  const [link, other] = [await linkTo(robin, robin.orderIds[0]), await linkTo(robin, robin.orderIds[1])];
  await context.clearCookies();
  await page.goto(link);
  await payBy(page, 'Card online');
  await expect(page.getByRole('heading', { level: 1, name: 'Pay now' })).toBeVisible();
  await isAt(page, 'Checkout');
  await expect(page.getByRole('region', { name: 'What you pay' })).toContainText('£60.50');
  await typeAddress(page);
  await expectAccessibleOnDeskAndPhone(page);
  await goOnToCard(page, 3);
  await typeCard(page, cards.frictionless);
  await page.getByLabel('Name on card').fill('A Friend');
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await page.getByRole('button', { name: 'Pay £60.50' }).click();
  await expectReceived(page);
  await isAt(page, 'Confirmation');
  await expect(page).toHaveURL(/\/quick-pay\/[^/]+\/confirmation\?/);
  expect((await robin.componentBooks()).charged).toBe(6_050);

  await page.goto(other);
  await payBy(page, 'Lighthouse Pay');
  await page.getByRole('button', { name: 'Pay £100.00' }).click();
  await expectReceived(page);
  await expect(page).toHaveURL(/\/payment-processed\//);
  await page.getByRole('link', { name: 'Back to the order' }).click();
  await expectReceived(page);
  await isAt(page, 'Confirmation');
  expect(await taken(redirect)).toEqual([10_000]);
});
