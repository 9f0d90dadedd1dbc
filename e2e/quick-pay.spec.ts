import { mergeTests, type Page } from '@playwright/test';
import { makeReadableAgreement } from '../apps/server/src/testing/factories/agreements.ts';
import { makeAccount, makeRenewalCodeOf } from '../apps/server/src/testing/factories/factories.ts';
import { makeOrder } from '../apps/server/src/testing/factories/orders.ts';
import { makePaidPayment } from '../apps/server/src/testing/factories/receipts.ts';
import { expectAccessible, expectAccessibleOnDeskAndPhone } from './accessible.ts';
import { draw, readToEnd, signButton } from './agreements.ts';
import { goOnToCard, test as withComponentCards } from './components.ts';
import { holdScripts, openDrawn } from './drawn.ts';
import { agreeAtPaypal, inWindow, payBy, test as withPages } from './page-providers.ts';
import { keepCards } from './stored-cards.ts';
import { noteMessages } from './toasts.ts';
import {
  cards,
  type Debtor,
  expect,
  expectReceived,
  goOn,
  linkTo,
  pay,
  typeAddress,
  typeCard,
  typeSecurityCode,
} from './unpaid-orders.ts';

const test = mergeTests(withComponentCards, withPages);

// Without motion, axe never checks a colour in the middle of a transition.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Makes the sessions look as if the password was typed yesterday. */
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

test('[QP-1] [QP-5] [QP-26] a friend pays an order by its link in three steps, back and forth until paid', async ({
  page,
  debtor,
}) => {
  const website = 'https://www.saltmarsh.example';
  const robin = await debtor([{}], { signedOut: true, settings: { allowedReturnUrls: [website] } });
  const link = await linkTo(robin, robin.orderIds[0]);
  // A step that is too early leads back.
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
  // Nothing of the account is filled in, and the card can't be kept.
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
  expect((await robin.books()).charged).toBe(10_000);

  // A new document shows the same, only from the server's record.
  await page.goto(link);
  await expect(page.getByText('Order already paid')).toBeVisible();
  await isAt(page, 'Confirmation');
  await expect(page.getByRole('heading', { level: 1, name: 'Confirmation' })).toBeVisible();
  await page.getByRole('link', { name: 'See the payment' }).click();
  await expectReceived(page);
  await isAt(page, 'Confirmation');
});

test('[PROV-8] [AGR-5] [REG-8] a pay link says what stands in the way; a code lets the customer register', async ({
  page,
  debtor,
}) => {
  const robin = await debtor([{ cancelledAt: new Date() }], { signedOut: true });
  const { tenant } = robin.marina;
  const email = `new.${tenant.key}@example.com`;
  const newcomer = await makeAccount(tenant, { email });
  const owner = { ...robin.owner, accountId: newcomer.id };
  const agreement = await makeReadableAgreement(tenant.db, owner, {
    type: 'Berthing licence',
    html: '<p>Keep it tidy.</p>',
  });
  const { guid } = await makeOrder(tenant.db, owner, { agreementId: agreement.id });
  const cancelled = await linkTo(robin, robin.orderIds[0]);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(cancelled);
  await expect(page.getByText('This order is no longer payable')).toBeVisible();
  await page.goto(`${robin.url}/quick-pay/nonsense`);
  await expect(page.getByRole('alert')).toContainText('We cannot find this order');
  await expect(page.getByRole('link', { name: 'Go to the portal' })).toHaveCount(0);

  await page.goto(`${robin.url}/quick-pay/${guid}`);
  await expect(page.getByText('Sign first: Berthing licence')).toBeVisible();
  await expect(page.getByText('Visitor berth')).toHaveCount(0);
  await page.getByRole('link', { name: 'Sign the agreement' }).click();
  // A reader of a forwarded link sees initials, until they type the address that the marina knows.
  const fullName = page.getByLabel('Full name');
  const signerEmail = page.getByRole('textbox', { name: 'E-mail address' });
  await expect(fullName).toHaveValue('R. T.');
  await expect(fullName).not.toBeEditable();
  await signerEmail.fill(`somebody.else.${email}`);
  await expect(page.getByText('E-mail confirmed')).toHaveCount(0);
  await expect(page.getByText(/The marina does not have this e-mail address/)).toBeVisible();
  await expect(fullName).toHaveValue('R. T.');
  await signerEmail.fill(email);
  await expect(page.getByText('E-mail confirmed')).toBeVisible();
  await expect(fullName).toHaveValue('Robin Test');
  await expect(fullName).not.toBeEditable();
  await signerEmail.fill(`x${email}`);
  await expect(fullName).toHaveValue('R. T.');
  await signerEmail.fill(email);
  await expect(fullName).toHaveValue('Robin Test');
  await readToEnd(page);
  await draw(page);
  await signButton(page).click();
  await page.getByRole('link', { name: 'Back to payment' }).click();
  await expect(page.getByText('Visitor berth').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pay now' })).toBeVisible();

  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByText(/We have e-mailed a code to n\*\*\*@example\.com/)).toBeVisible();
  await page.getByLabel('Registration code').fill(await makeRenewalCodeOf(tenant, newcomer, new Date()));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Choose the e-mail address and password')).toBeVisible();
});

test('[QP-2] [QP-4] [PROV-8] a declined card leads to the review; its owner signs in there, pays by a link', async ({
  page,
  context,
  debtor,
  sandboxUrl,
}) => {
  // The provider declines this amount.
  const robin = await debtor([{ grossMinor: 11 }, {}], { signedOut: true });
  const [declined, other] = [await linkTo(robin, robin.orderIds[0]), await linkTo(robin, robin.orderIds[1])];
  await page.goto(declined);
  await toCheckout(page);
  await typeNewCard(page, cards.frictionless);
  await pay(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Payment failure' })).toBeVisible();
  await isAt(page, 'Checkout');
  await page.getByRole('link', { name: 'Try again' }).click();
  await isAt(page, 'Review');

  const button = page.getByRole('button', { name: 'Sign in' });
  await expect(button).toHaveAccessibleDescription(/enter your password to sign in/);
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await page.getByLabel('Password', { exact: true }).fill('Wrong#2026');
  await button.click();
  await expect(page.getByRole('alert')).toContainText('The password is incorrect.');
  await page.getByLabel('Password', { exact: true }).fill(robin.password);
  await button.click();
  await expect(page).toHaveURL(`${robin.url}/secure/dashboard`);

  await keepCards(page, robin, sandboxUrl, [{ number: cards.frictionless }]);
  // A customer who signed in long ago is asked for proof before paying.
  await makeSessionOld(robin);
  await page.goto(other);
  await toCheckout(page);
  await page.getByRole('radio', { name: 'Use a new card' }).check();
  await expect(page.getByRole('checkbox', { name: /Save this card/ })).toBeVisible();
  await page.getByRole('radio', { name: /ending 1000/ }).check();
  await goOn(page).click();
  await expect(page).toHaveURL(/\/cvv$/);
  await isAt(page, 'Checkout');
  await typeSecurityCode(page, '123');
  await pay(page);
  const proof = page.getByRole('dialog', { name: 'Confirm it is you' });
  await proof.getByLabel('Password', { exact: true }).fill(robin.password);
  await proof.getByRole('button', { name: 'Continue' }).click();
  await expectReceived(page);
  // The link alone never reveals that there is a card.
  await context.clearCookies();
  await page.goto(`${other}/cvv`);
  await expect(page.getByRole('heading', { level: 1, name: 'Review' })).toBeVisible();
  await expect(page.getByText('Order already paid')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to the portal' })).toHaveAttribute('href', '/login');
  await expect(page.getByRole('button', { name: 'Checkout' })).toHaveCount(0);
});

test('[QP-4] [LOGIN-9] signing in by the link of another account replaces the session in every tab', async ({
  page,
  context,
  debtor,
}) => {
  const robin = await debtor([]);
  const { tenant, addCustomer } = robin.marina;
  const kit = await addCustomer();
  await tenant.db.updateTable('accounts').set({ firstname: 'Kit' }).where('id', '=', kit.account.id).execute();
  const order = await makeOrder(tenant.db, { ...robin.owner, accountId: kit.account.id }, { currency: 'GBP' });
  const hello = (tab: Page, name: string) => tab.getByRole('heading', { level: 1, name: `Hello ${name}` });
  const otherTab = await context.newPage();
  await otherTab.goto(`${robin.url}/secure/dashboard`);
  await expect(hello(otherTab, 'Robin')).toBeVisible();

  await page.goto(await linkTo(robin, order.id));
  await page.evaluate(() => sessionStorage.setItem('quayside.basket', '"kept"'));
  await page.getByLabel('Password', { exact: true }).fill(kit.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(hello(page, 'Kit')).toBeVisible();
  await expect(hello(otherTab, 'Kit')).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('quayside.basket'))).toBeNull();
});

test('a way to pay that is chosen before the scripts have come is used as it shows', async ({
  page,
  debtor,
  withComponents,
  offer,
}) => {
  const robin = await withComponents(await debtor([{}], { signedOut: true, withoutProvider: true }));
  await offer(robin, 'paypal');
  const release = await holdScripts(page);
  await openDrawn(page, await linkTo(robin, robin.orderIds[0]));
  await page.getByRole('radio', { name: 'PayPal' }).check();
  release();
  await page.getByRole('button', { name: 'Checkout' }).click();
  await expect(page.getByRole('button', { name: 'Cancel and go back' })).toBeVisible();
});

test('[QP-2] [PROV-1] [PROV-2] a payer by link cancels at PayPal or on a page, returns, and then pays', async ({
  page,
  debtor,
  withComponents,
  offer,
  charges,
}) => {
  const website = 'https://www.saltmarsh.example';
  const settings = { allowedReturnUrls: [website] };
  const orders = [{ grossMinor: 8_050, allocatedMinor: 2_000 }, { grossMinor: 4_850 }];
  const robin = await withComponents(await debtor(orders, { signedOut: true, withoutProvider: true, settings }));
  const paypal = await offer(robin, 'paypal');
  const redirect = await offer(robin, 'redirect', { requiredFields: ['town'] });
  const [link, other] = [await linkTo(robin, robin.orderIds[0]), await linkTo(robin, robin.orderIds[1])];
  const referrer = `?referrer=${encodeURIComponent(`${website}/pay`)}`;
  await page.clock.install();
  await page.goto(link + referrer);
  await payBy(page, 'PayPal');
  await page.getByRole('button', { name: 'Cancel and go back' }).click();
  await expect(page.getByText('You cancelled the payment. Nothing was charged.', { exact: true })).toBeVisible();
  await isAt(page, 'Review');

  await payBy(page, 'Lighthouse Pay');
  const dialog = page.getByRole('dialog', { name: 'Some details are missing' });
  await dialog.getByLabel('Town or city').fill('Bosham');
  await expect(dialog.getByRole('switch')).toHaveCount(0);
  const popup = await inWindow(page, () => dialog.getByRole('button', { name: 'Continue to checkout' }).click());
  await popup.close();
  await expect(page.getByText('The payment was cancelled. Nothing was charged.')).toBeVisible();
  await expect(page).toHaveURL(/\/quick-pay\/[^/]+\/error\?/);
  await isAt(page, 'Checkout');
  await page.getByRole('link', { name: 'Try again' }).click();
  await isAt(page, 'Review');
  // There is no link back to a step that was the provider's own page.
  await expect(step(page, 'Checkout').getByRole('link')).toHaveCount(0);

  await payBy(page, 'Card online');
  await expect(page.getByRole('heading', { level: 1, name: 'Pay now' })).toBeVisible();
  await isAt(page, 'Checkout');
  await expect(page.getByRole('region', { name: 'What you pay' })).toContainText('£60.50');
  await typeAddress(page);
  await expectAccessible(page);
  await goOnToCard(page, 3);
  await typeCard(page, cards.frictionless);
  await page.getByLabel('Name on card').fill('A Friend');
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await page.getByRole('button', { name: 'Pay £60.50' }).click();
  await expectReceived(page);
  await isAt(page, 'Confirmation');
  await expect(page).toHaveURL(/\/quick-pay\/[^/]+\/confirmation\?/);

  await page.goto(other + referrer);
  await payBy(page, 'PayPal');
  await agreeAtPaypal(page, '£48.50');
  await expectReceived(page);
  await isAt(page, 'Confirmation');
  await expect(page.getByRole('main').getByText('Outstanding')).toHaveCount(0);
  const back = page.getByRole('link', { name: 'Back to the website' });
  await expect(back).toHaveAttribute('href', `${website}/pay`);
  const charged = [(await robin.componentBooks()).charged, await charges(paypal), await charges(redirect)];
  expect(charged).toEqual([6_050, [4_850], []]);

  // The address that a provider's page in the same window would return to.
  const { pathname, searchParams } = new URL(page.url());
  const [, , orderGuid = ''] = pathname.split('/');
  const from = new URLSearchParams({ orderGuid, referrer: `${website}/pay` });
  await page.goto(`${robin.url}/payment-processed/${searchParams.get('reference')}?${from}`);
  await page.getByRole('link', { name: 'See the payment' }).click();
  await isAt(page, 'Confirmation');
  await expect(back).toBeVisible();
});

test('[QP-2] a payment of another browser is not shown, and the page says so alone, without a toast over it', async ({
  page,
  debtor,
}) => {
  const messages = await noteMessages(page);
  const robin = await debtor([{}], { signedOut: true });
  const link = await linkTo(robin, robin.orderIds[0]);
  await page.goto(`${link}/paysafe/confirmation?reference=unknown-payment`);
  await expect(page.getByRole('heading', { level: 1, name: 'Payment not found' })).toBeVisible();
  expect(await messages()).toBe('');
});

test('[QP-2] [PROV-2] a payer whom PayPal sends to another browser does not read that they failed to pay', async ({
  page,
  context,
  debtor,
  offer,
}) => {
  const robin = await debtor([{ grossMinor: 4_850 }], { signedOut: true });
  await offer(robin, 'paypal');
  await page.goto(await linkTo(robin, robin.orderIds[0]));
  await payBy(page, 'PayPal');
  await page.waitForURL(/\/checkoutnow\?/);
  await context.clearCookies({ domain: new URL(robin.url).hostname });
  await agreeAtPaypal(page, '£48.50');
  await expect(page.getByRole('heading', { level: 1, name: 'Payment not found' })).toBeVisible();
  await expect(page.getByText('This payment was not made in this browser')).toBeVisible();
  await page.getByRole('link', { name: 'Back to the order' }).click();
  await isAt(page, 'Review');
});

test('[QP-5] a way back for which a provider’s address has no room is left out, and PayPal pays', async ({
  page,
  debtor,
  offer,
}) => {
  const website = 'https://www.saltmarsh.example';
  const robin = await debtor([{}], { signedOut: true, settings: { allowedReturnUrls: [website] } });
  await offer(robin, 'paypal');
  await page.goto(`${await linkTo(robin, robin.orderIds[0])}?referrer=${website}/${'я'.repeat(400)}`);
  await payBy(page, 'PayPal');
  await agreeAtPaypal(page, '£100.00');
  await expectReceived(page);
});

test('[QP-3] a reader of a paid link mails its receipt, and is told if one is on its way or was sent', async ({
  page,
  debtor,
}) => {
  const email = `robin.${Date.now()}@example.com`;
  const robin = await debtor([{}], { signedOut: true, account: { email } });
  const [id = 0] = robin.orderIds;
  const { db, id: tenantId } = robin.marina.tenant;
  const paidAt = new Date().toISOString();
  await makePaidPayment(db, robin.owner, { orders: [{ id, minor: 10_000 }], paidAt });
  await page.goto(await linkTo(robin, id));
  await page.getByRole('button', { name: 'E-mail the receipt to r***@example.com' }).click();
  const sent = page.getByText('The receipt has been sent to r***@example.com');
  await expect(sent).toBeVisible();
  const mails = db.selectFrom('mails').select('sent_at').where('tenant_id', '=', tenantId);
  const end = () => mails.where('recipient', '=', email).execute();
  await expect.poll(end, { timeout: 30_000 }).toEqual([{ sent_at: expect.any(Date) }]);
  await page.reload();
  await expect(sent).toBeVisible();
  const again = page.getByRole('button', { name: 'E-mail receipt again' });
  await expect(again).toBeVisible();
  // The job seems not to have sent it yet.
  await db.updateTable('mails').set({ sent_at: null }).where('recipient', '=', email).execute();
  await page.reload();
  await expect(page.getByText('The receipt is on its way to r***@example.com')).toBeVisible();
  await expectAccessibleOnDeskAndPhone(page);
  await again.click();
  await expect(sent).toBeVisible();
});
