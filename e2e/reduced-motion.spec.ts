import { getSummary } from '@quayside/contract/account/dashboard.ts';
import { signIn } from '@quayside/contract/identity/identity.ts';
import type { Page } from '@playwright/test';
import { jo, submitLogin } from './marina.ts';
import { breakCall } from './faults.ts';
import { expect, openOrders, test } from './unpaid-orders.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/**
 * Returns the animations that run: what they change, how long one turn takes in milliseconds, and how often they
 * repeat. One that only lets a part appear after a while moves nothing.
 */
const moving = async (page: Page) => {
  const running = await page.evaluate(() =>
    document.getAnimations().map(({ effect }) => {
      const { duration, iterations } = effect?.getTiming() ?? {};
      const changed = (effect as KeyframeEffect).getKeyframes().flatMap((frame) => Object.keys(frame));
      const timing = ['offset', 'computedOffset', 'easing', 'composite'];
      return { changes: [...new Set(changed.filter((name) => !timing.includes(name)))], duration, iterations };
    }),
  );
  return running.filter(({ changes }) => changes.some((name) => name !== 'visibility'));
};

test('[SHELL-254] with less motion a button at work fades slowly instead of turning', async ({ page }) => {
  await page.goto('/login?f=1');
  const waits = await breakCall(page, signIn, 'waits');
  await submitLogin(page, jo);
  await expect.poll(() => moving(page)).toEqual([{ changes: ['opacity'], duration: 1200, iterations: Infinity }]);
  await waits.mend();
  await expect(page).toHaveURL(/dashboard$/);
});

test('[SHELL-254] with less motion a page that loads stands still, and a change has no transition', async ({
  page,
  debtor,
}) => {
  const { url } = await debtor([{}, { dueInDays: 30 }]);
  const waits = await breakCall(page, getSummary, 'waits');
  await page.goto(`${url}/secure/dashboard`);
  await expect(page.locator('main [data-loading]').first()).toBeVisible();
  expect(await moving(page)).toEqual([]);
  await waits.mend();
  await openOrders(page, url);
  await page.evaluate(() => {
    const changes: string[] = [];
    Object.assign(window, { changes });
    document.addEventListener('transitionrun', ({ propertyName }) => changes.push(propertyName));
  });
  const toggle = page.getByRole('switch').first();
  await toggle.setChecked(!(await toggle.isChecked()));
  await page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).first().click();
  await expect(page).toHaveURL(/dashboard$/);
  expect(await page.evaluate('changes')).toEqual([]);
});

test('[SHELL-45] [SHELL-254] with less motion a frame takes the focus as soon as it is visible', async ({
  page,
  debtor,
}) => {
  const { url } = await debtor([]);
  await page.goto(`${url}/secure/manage-payment-methods`);
  await page.getByRole('button', { name: 'Add card' }).click();
  await expect(page.locator('#hosted-cardNumber iframe')).toBeFocused();
});
