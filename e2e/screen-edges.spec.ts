import type { Page } from '@playwright/test';
import { expect, linkTo, test } from './unpaid-orders.ts';

/** The parts of an iPhone's screen that its camera and its home bar cover, in pixels. */
const onItsSide = { width: 852, height: 393, insets: { left: 59, right: 59 } };
const upright = { width: 393, height: 852, insets: { bottom: 34 } };

async function hold(page: Page, { insets, ...size }: typeof onItsSide | typeof upright): Promise<void> {
  await page.setViewportSize(size);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setSafeAreaInsetsOverride', { insets });
}

/** Returns the visible texts, fields and buttons that reach into the covered parts. */
const covered = (page: Page, { insets }: { insets: Partial<Record<'left' | 'right' | 'bottom', number>> }) =>
  page.evaluate(
    (edge) => {
      const top = [...document.querySelectorAll('dialog:modal')].at(-1);
      const parts = [...(top ?? document.body).querySelectorAll('h1, h2, p, a, button, input, label, strong')];
      return parts
        .filter((part) => part.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        .flatMap((part) => {
          const box = part.getBoundingClientRect();
          // A link that only the keyboard sees is clipped until it has the focus.
          if (getComputedStyle(part).clipPath !== 'none' || box.width <= 1) return [];
          const isClear =
            box.left >= edge.left &&
            box.right <= innerWidth - edge.right &&
            // A page scrolls, and the buttons of a dialog stay at its bottom.
            !(top && part.matches('button') && box.bottom > innerHeight - edge.bottom);
          return isClear ? [] : [`${part.tagName} ${part.textContent?.trim().slice(0, 30)}: ${box.left}–${box.right}`];
        });
    },
    // Without a home bar nothing is covered there: a button may be further down in a dialog that scrolls.
    { left: 0, right: 0, bottom: Number.NEGATIVE_INFINITY, ...insets },
  );

test('[SHELL-248] on a phone that lies on its side, nothing is under its camera', async ({ page, debtor }) => {
  const robin = await debtor([{}, {}]);
  await hold(page, onItsSide);
  // The menu slides in.
  const expectClear = (name: string) => expect.poll(() => covered(page, onItsSide), name).toEqual([]);

  for (const path of ['dashboard', 'orders/outstanding', 'account/order-history', 'manage-payment-methods']) {
    await page.goto(`${robin.url}/secure/${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectClear(path);
  }
  await page.getByRole('button', { name: 'Add address' }).click();
  await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeVisible();
  await expectClear('a dialog');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Dashboard' })).toBeVisible();
  await expectClear('the menu');

  await page.goto(await linkTo(robin, robin.orderIds[0]));
  await expect(page.getByRole('button', { name: 'Checkout' })).toBeVisible();
  await expectClear('a pay link');
  await page.context().clearCookies();
  await page.goto(`${robin.url}/login`);
  await expect(page.getByRole('textbox', { name: 'Password' })).toBeVisible();
  await expectClear('the login page');
});

test('[SHELL-248] the buttons of a dialog that fills a phone’s screen stand above its home bar', async ({
  page,
  debtor,
}) => {
  const robin = await debtor([{}]);
  await hold(page, upright);
  await page.goto(`${robin.url}/secure/manage-payment-methods`);
  await page.getByRole('button', { name: 'Add address' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('textbox').first()).toBeVisible();
  await expect(dialog).toHaveJSProperty('clientHeight', upright.height);
  expect(await covered(page, upright)).toEqual([]);
});
