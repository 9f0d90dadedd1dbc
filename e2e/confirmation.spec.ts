import { getSummary } from '@quayside/contract/account/dashboard.ts';
import { listOutstandingOrders } from '@quayside/contract/orders/orders.ts';
import { getQuickPayOrder } from '@quayside/contract/orders/quick-pay.ts';
import { insertPayment } from '../apps/server/src/testing/factories/payments.ts';
import { expectAccessible, expectAccessibleOnDeskAndPhone } from './accessible.ts';
import { breakCall } from './faults.ts';
import { stopTime } from './toasts.ts';
import {
  cards,
  expect,
  expectReceived,
  linkTo,
  openCheckout,
  openPaid,
  pay,
  payWithNewCard,
  test,
  typeAddress,
  typeCard,
} from './unpaid-orders.ts';

/** Waits for a mail, because a job writes it a moment later. */
async function expectMail(mailboxUrl: string, to: string): Promise<void> {
  const messages = async () => {
    const response = await fetch(`${mailboxUrl}/messages?to=${to}`);
    return ((await response.json()) as { messages: unknown[] }).messages;
  };
  await expect.poll(messages, { timeout: 30_000 }).not.toEqual([]);
}

test('[ORD-9] [ORD-10] the confirmation names what was paid, when and how, in green with a word and an icon', async ({
  page,
  debtor,
}) => {
  const { url, orderIds } = await debtor([{ grossMinor: 4_850 }, { grossMinor: 1_200 }]);
  await payWithNewCard(page, url, cards.frictionless);
  await expectReceived(page);
  const details = page.getByRole('region', { name: 'Payment details' });
  await expect(details).toContainText('£60.50');
  await expect(details).toContainText(/\d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d/);
  for (const id of orderIds) await expect(details).toContainText(`Order ${id}`);
  await expect(details).toContainText(/Reference\s*\S+/);
  await expect(details).toContainText('**** 1000');
  await expect(details).toContainText('ending 1000');
  await expect(details).toContainText('Payment method');
  await expect(page.getByText('Test payments.')).toBeVisible();
  const head = details.locator('[data-settled]');
  await expect(head).toHaveAttribute('data-settled', 'true');
  await expect(head).toContainText('Paid');
  await expect(head.locator('svg')).toBeVisible();
  await expectAccessibleOnDeskAndPhone(page);
});

test('[ORD-7] the receipt opens as a PDF in a window of its own, and is e-mailed to the account', async ({
  page,
  context,
  debtor,
  mailboxUrl,
}) => {
  const email = `robin.${Date.now()}@example.com`;
  await openPaid(page, await debtor([{}], { account: { email } }));
  const link = page.getByRole('link', { name: 'Open receipt' });
  await expect(link).toHaveAttribute('target', '_blank');
  const receipt = await page.evaluate(
    async (href) => {
      const response = await fetch(href);
      return { type: response.headers.get('content-type'), start: (await response.text()).slice(0, 5) };
    },
    (await link.getAttribute('href')) ?? '',
  );
  expect(receipt).toEqual({ type: 'application/pdf', start: '%PDF-' });

  // The automatic mail goes there anyway, so the button says that it sends another.
  await expect(page.getByText('A receipt also goes to r***@example.com.')).toBeVisible();
  await page.getByRole('button', { name: 'E-mail receipt again' }).click();
  await expect(page.getByText('The receipt is on its way by e-mail')).toBeVisible();
  await expect(page.getByText('The receipt has been sent to r***@example.com')).toBeVisible();
  await expectMail(mailboxUrl, email);
  expect(context.pages()).toHaveLength(1);
});

test('[ORD-7] without an address on the account the receipt asks for one', async ({ page, debtor, mailboxUrl }) => {
  await openPaid(page, await debtor([{}], { account: { email: '', mobile: '+44 7700 900123' } }));
  await page.getByRole('button', { name: 'E-mail receipt' }).click();
  const dialog = page.getByRole('dialog', { name: 'E-mail the receipt' });
  await dialog.getByRole('button', { name: 'Send receipt' }).click();
  await expect(dialog.getByText('Enter the e-mail address to send the receipt to').last()).toBeVisible();
  await dialog.getByLabel('E-mail address').fill('robin@nowhere');
  await dialog.getByRole('button', { name: 'Send receipt' }).click();
  await expect(dialog.getByText('Enter an e-mail address in the correct format').last()).toBeVisible();
  await expectAccessible(page);

  const email = `crew.${Date.now()}@example.com`;
  await dialog.getByLabel('E-mail address').fill(email);
  await dialog.getByRole('button', { name: 'Send receipt' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('The receipt has been sent to c***@example.com')).toBeVisible();
  await expectMail(mailboxUrl, email);
});

test('[ORD-7] the flag that a receipt was sent is taken back after 3 seconds', async ({ page, debtor }) => {
  await openPaid(page, await debtor([{}]));
  await stopTime(page);
  await page.getByRole('button', { name: 'E-mail receipt' }).click();
  await expect(page.getByText('The receipt has been sent to')).toBeVisible();
  await page.clock.runFor(2_900);
  await expect(page.getByRole('button', { name: 'Sent', exact: true })).toBeVisible();
  await page.clock.runFor(200);
  await expect(page.getByRole('button', { name: 'E-mail receipt' })).toBeVisible();
});

test('[ORD-9] a receipt that is not ready yet is waited for five seconds, then it comes by e-mail', async ({
  page,
  debtor,
}) => {
  const { url, marina, owner, orderIds } = await debtor([{ grossMinor: 10_000 }], {
    account: { email: 'robin@example.com' },
  });
  const { db } = marina.tenant;
  // Charged but not allocated yet, as if another copy of the server had just taken it and then stopped.
  const payment = await insertPayment(db, owner, { state: 'approved', orderId: orderIds[0] ?? 0 });
  const look = (times: { check_at: Date | null; checked_at: Date }) =>
    db.updateTable('payments').set(times).where('id', '=', payment.id).execute();
  await look({ check_at: null, checked_at: new Date(Date.now() + 3_600_000) });
  await stopTime(page);
  await page.goto(`${url}/secure/paysafe/checkout/confirmation?reference=${payment.merchantRefNumber}`);
  const preparing = page.getByText('Preparing your receipt');
  // Steps shorter than the wait. Time passes only here.
  await expect(async () => {
    await page.clock.runFor(50);
    expect(await preparing.isVisible()).toBe(true);
  }).toPass({ intervals: [100] });
  await expect(page.getByRole('link', { name: 'Open receipt' })).toHaveCount(0);
  await page.clock.runFor(5_000);
  await expect(page.getByText('We will e-mail it to r***@example.com.')).toBeVisible();
  await expect(preparing).toHaveCount(0);
  await page.clock.resume();
  await expectAccessible(page);

  await db
    .updateTable('payments')
    .set({ check_at: new Date(0) })
    .where('id', '=', payment.id)
    .execute();
  const state = () => db.selectFrom('payments').select('state').where('id', '=', payment.id).executeTakeFirst();
  await expect.poll(state, { timeout: 30_000 }).toEqual({ state: 'allocated' });
  await page.reload();
  await expect(page.getByRole('link', { name: 'Open receipt' })).toBeVisible();
});

test('[ORD-9] the amounts of the paid orders stand in one column, also on a phone', async ({ page, debtor }) => {
  const robin = await debtor([{ grossMinor: 104_988 }, { grossMinor: 4_850 }]);
  await payWithNewCard(page, robin.url, cards.frictionless);
  await expectReceived(page);
  await page.setViewportSize({ width: 360, height: 740 });
  const items = page.getByRole('region', { name: 'Payment details' }).getByRole('listitem');
  const boxesOf = async (text: string) => ({
    name: await items.filter({ hasText: text }).getByRole('link').boundingBox(),
    amount: await items.getByText(text, { exact: true }).boundingBox(),
    item: await items.filter({ hasText: text }).boundingBox(),
  });
  await expect(async () => {
    const [long, short] = [await boxesOf('£1,049.88'), await boxesOf('£48.50')];
    const endOf = (box: typeof long.amount) => (box?.x ?? 0) + (box?.width ?? 0);
    expect(endOf(long.amount)).toBeCloseTo(endOf(short.amount), 0);
    for (const { amount, item, name } of [long, short]) {
      expect(amount?.y).toBeCloseTo(item?.y ?? 0, 0);
      expect(amount?.x).toBeGreaterThan(endOf(name));
    }
  }).toPass({ timeout: 10_000 });
});

test('[ORD-9] [ORD-3] a slow payment at another site shows its result, also when no provider is left', async ({
  page,
  debtor,
}) => {
  const { url, books, marina } = await debtor([{ grossMinor: 2_500, siteId: 2 }], {
    sites: ['Main Basin', 'Outer Harbour'],
  });
  await page.clock.install();
  await openCheckout(page, url);
  await typeCard(page, cards.frictionless);
  await typeAddress(page);
  // The page reads the site's providers again then.
  await page.clock.fastForward(31_000);
  await pay(page);
  await expectReceived(page);
  expect((await books()).charged).toBe(2_500);

  const { db, id } = marina.tenant;
  await db.deleteFrom('payment_providers').where('tenant_id', '=', id).execute();
  await page.reload();
  await expectReceived(page);
});

for (const [call, says] of [
  [getSummary, []],
  [listOutstandingOrders, ['Nothing else is due.']],
] as const)
  test(`[MONEY-68] if ${call.name} fails after a payment, its page names no amount from before as due`, async ({
    page,
    debtor,
  }) => {
    const { url } = await debtor([{}]);
    await openCheckout(page, url);
    await typeCard(page, cards.frictionless);
    await typeAddress(page);
    await breakCall(page, call, 'fails');
    const refused = page.waitForResponse((response) => response.status() === 500);
    await pay(page);
    await expectReceived(page);
    await refused;
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('main').getByText(/due|next: pay/i)).toHaveText(says);
  });

for (const kind of ['fails', 'waits'] as const)
  test(`[MONEY-68] if a link’s order ${kind} after its payment, the page names no amount from before as due`, async ({
    page,
    debtor,
  }) => {
    const robin = await debtor([{}], { signedOut: true });
    await page.goto(await linkTo(robin, robin.orderIds[0]));
    await page.getByRole('button', { name: 'Checkout' }).click();
    await typeCard(page, cards.frictionless);
    await page.getByLabel('Name on card').fill('A Friend');
    await typeAddress(page);
    const order = await breakCall(page, getQuickPayOrder, kind);
    await pay(page);
    await expectReceived(page);
    if (kind === 'fails') await page.waitForLoadState('networkidle');
    await expect(page.getByText(/still due|outstanding|next: pay/i)).toHaveCount(0);
    await order.mend();
  });
