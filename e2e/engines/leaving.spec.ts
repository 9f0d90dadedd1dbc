import { givePageProvider, registerPaypal } from '../../apps/server/src/testing/page-payments.ts';
import type { Debtor } from '../unpaid-orders.ts';
import { expect, test } from './engine-test.ts';
import { button, dialog } from './find-element.ts';

/** Tests the browser's Back and reload in the middle of a payment. Each engine ends a page in its own way. */

async function payLinkOf({ url, marina: { tenant } }: Debtor): Promise<string> {
  const order = tenant.db.selectFrom('orders').select('guid').where('tenant_id', '=', tenant.id);
  return `${url}/quick-pay/${(await order.executeTakeFirstOrThrow()).guid}`;
}

/** Opens the sheet of the ways to pay. The page takes the button away while it looks at the earlier attempt. */
function openSheet(): boolean {
  const isOpen = document.querySelector('dialog[open]') !== null;
  const buttons = [...document.querySelectorAll('button')];
  if (!isOpen) buttons.find(({ innerText }) => innerText.trim() === 'Pay now')?.click();
  return isOpen;
}

test('[SHELL-150] [QP-2] who comes back from PayPal’s page by Back can pay the order of a link', async ({
  tab,
  indebted,
  sandboxUrl,
}) => {
  const robin = await indebted([{}], { withoutProvider: true });
  const { tenant } = robin.marina;
  await givePageProvider(tenant.db, tenant.id, await registerPaypal({ url: sandboxUrl }));
  const link = await payLinkOf(robin);
  await tab.resize(360, 740);
  await tab.open(link);
  await tab.click(button('Pay now'));
  const sheet = dialog('Pay £100.00');
  await tab.click(button('Checkout', sheet));
  await tab.expectAddress(/\/checkoutnow\?/);
  await tab.go(-1);
  await tab.expectAddress(link);
  await tab.miss(dialog('One moment'));
  await expect.poll(() => tab.look(openSheet, null).catch(() => false)).toBe(true);
  await tab.click(button('Checkout', sheet));
  await tab.expectAddress(/\/checkoutnow\?/);
});
