import type { Page } from '@playwright/test';
import { expect, openOrders, test } from './unpaid-orders.ts';

test('[SHELL-2] in forced colours a switch shows its edge and its knob, on and off', async ({ page, debtor }) => {
  const { url } = await debtor([{}, { dueInDays: 30 }]);
  await page.emulateMedia({ forcedColors: 'active' });
  await openOrders(page, url);
  const toggle = page.getByRole('switch').first();
  await expect(toggle).toBeVisible();
  const look = () =>
    toggle.evaluate((element) => {
      const { borderColor, backgroundColor } = getComputedStyle(element);
      return {
        border: borderColor,
        ground: backgroundColor,
        knob: getComputedStyle(element, '::before').backgroundColor,
      };
    });
  for (const checked of [true, false]) {
    await toggle.setChecked(checked);
    // Its colours change within a moment.
    await expect
      .poll(async () => {
        const { border, ground, knob } = await look();
        return { isEdged: checked || border !== ground, hasKnob: knob !== ground };
      })
      .toEqual({ isEdged: true, hasKnob: true });
  }
});

test('[SHELL-2] in forced dark colours the logo keeps its white paper', async ({ page, debtor }) => {
  const { url } = await debtor([{}]);
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  await openOrders(page, url);
  await expect(page.getByRole('banner').getByRole('img')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
});

/** Counts the pixels of a picture that are brighter than its dark ground. */
const litPixels = (page: Page, picture: Buffer): Promise<number> =>
  page.evaluate(
    async (bytes) => {
      const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
      const drawing = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      drawing?.drawImage(bitmap, 0, 0);
      const { data = [] } = drawing?.getImageData(0, 0, bitmap.width, bitmap.height) ?? {};
      return [...data].filter((value, place) => place % 4 === 1 && value > 128).length;
    },
    [...picture],
  );

test('[SHELL-89] in forced colours a phone’s language selector is an icon alone', async ({ page, debtor }) => {
  const { url } = await debtor([]);
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`${url}/secure/contact-us`);
  const language = page.getByRole('banner').getByRole('combobox', { name: 'Language' });
  await language.evaluate((select) => {
    select.style.borderWidth = '0';
    for (const icon of select.parentElement?.querySelectorAll('svg') ?? []) icon.style.visibility = 'hidden';
  });
  // Without its icon and its edge, nothing is left.
  expect(await litPixels(page, await language.screenshot())).toBe(0);
});

test('[SHELL-89] in forced colours a phone’s question has an edge', async ({ page, debtor }) => {
  const { url } = await debtor([]);
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  await page.goto(`${url}/secure/account/edit`);
  await page.getByLabel('First name').fill('Robina');
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Dashboard' }).click();
  await page.setViewportSize({ width: 320, height: 640 });
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expect(question).toHaveCSS('border-block-start-width', '1px');
  await expect(question).toHaveCSS('border-block-end-width', '1px');
});
