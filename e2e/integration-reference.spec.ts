import { expectAccessibleOnDeskAndPhone } from './accessible.ts';
import { expect, test } from './fixtures.ts';

test('[API-7] the reference of the integration API is readable on desk and phone, and by keyboard', async ({
  page,
}) => {
  // Axe looks at ten thousand elements twice.
  test.slow();
  await page.goto('/harbour/api/integration/v1/reference');
  await expect(page.getByRole('heading', { level: 1, name: 'Quayside integration API' })).toBeVisible();
  await expectAccessibleOnDeskAndPhone(page);
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to the calls' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.getByRole('navigation', { name: 'Calls' }).getByRole('link', { name: 'One order with its lines' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 3, name: 'One order with its lines' })).toBeInViewport();
});
