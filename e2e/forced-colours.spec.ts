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
