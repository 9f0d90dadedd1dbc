import type { Page } from '@playwright/test';
import { makeReadableAgreement } from '../apps/server/src/testing/factories-agreements.ts';
import { makeAccount } from '../apps/server/src/testing/factories.ts';
import { makeOrder } from '../apps/server/src/testing/factories-orders.ts';
import { expectAccessibleOnDeskAndPhone } from './accessible.ts';
import { draw, readToEnd, signButton } from './agreements.ts';
import {
  cards,
  type Debtor,
  expect,
  expectReceived,
  pay,
  test,
  typeAddress,
  typeCard,
  typeSecurityCode,
} from './debts.ts';
import { findInMail } from './mail.ts';

// What axe looks at is not halfway from one colour to the other.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** The pay link of an order. */
async function linkTo({ url, marina: { tenant } }: Debtor, orderId: number | undefined): Promise<string> {
  const order = tenant.db.selectFrom('orders').select('guid').where('tenant_id', '=', tenant.id);
  const { guid } = await order.where('id', '=', orderId ?? 0).executeTakeFirstOrThrow();
  return `${url}/quick-pay/${guid}`;
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

test('[QP-1] [ORD-9] a friend pays an order by its link: three steps, back and forth until it is paid, then no more', async ({
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

test('[PROV-8] [QP-3] [AGR-8] what stands in the way of a pay link: an agreement, until it is signed; nothing left to pay; no order', async ({
  page,
  context,
  debtor,
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
});

test('[PROV-8] [QP-4] [QP-5] [REG-8] from a pay link into the portal: by password, or by the code that only its owner gets', async ({
  page,
  context,
  debtor,
  mailboxUrl,
}) => {
  const robin = await debtor([{}]);
  const { tenant } = robin.marina;
  const email = `new.${tenant.key}@example.com`;
  const newcomer = await makeAccount(tenant, { email });
  const unregistered = await makeOrder(tenant.db, { ...robin.owner, accountId: newcomer.id });
  await context.clearCookies();
  await page.goto(await linkTo(robin, robin.orderIds[0]));
  const button = page.getByRole('button', { name: 'Sign in' });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await page.getByLabel('Password', { exact: true }).fill('Wrong#2026');
  await button.click();
  await expect(page.getByRole('alert')).toContainText('The password is not right.');
  await page.getByLabel('Password', { exact: true }).fill(robin.password);
  await button.click();
  await expect(page).toHaveURL(`${robin.url}/secure/dashboard`);

  await context.clearCookies();
  await page.goto(`${robin.url}/quick-pay/${unregistered.guid}`);
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByText(/We have e-mailed a code to n\*\*\*@example\.com/)).toBeVisible();
  const code = await findInMail(context, mailboxUrl, email, /\b[0-9A-Z]{10}\b/);
  await page.getByLabel('Registration code').fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Choose the e-mail address and password')).toBeVisible();
});

test('[QP-2] [CARD-2] a declined card leads back to the review; the owner who signs in pays with a stored one', async ({
  page,
  context,
  debtor,
}) => {
  // The provider declines this amount.
  const robin = await debtor([{ grossMinor: 11 }, {}]);
  await page.goto(await linkTo(robin, robin.orderIds[0]));
  await toCheckout(page);
  await typeCard(page, cards.frictionless);
  await typeAddress(page);
  await pay(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Payment failure' })).toBeVisible();
  await isAt(page, 'Checkout');
  await page.getByRole('link', { name: 'Try again' }).click();
  await isAt(page, 'Review');

  await page.goto(await linkTo(robin, robin.orderIds[1]));
  await toCheckout(page);
  await typeCard(page, cards.frictionless);
  await typeAddress(page);
  await page.getByRole('checkbox', { name: /Keep this card/ }).check();
  await pay(page);
  await expectReceived(page);

  const third = await linkTo(robin, await robin.addOrder({}));
  await page.goto(third);
  await toCheckout(page);
  await page.getByRole('button', { name: /^Pay / }).click();
  await expect(page).toHaveURL(/\/cvv$/);
  await isAt(page, 'Checkout');
  await typeSecurityCode(page, '123');
  await pay(page);
  await expectReceived(page);
  // By the link alone nobody sees that there is a card.
  await context.clearCookies();
  await page.goto(`${third}/cvv`);
  await expect(page.getByRole('heading', { level: 1, name: 'Review' })).toBeVisible();
});
