import { expect, type Page } from '@playwright/test';

/** What needs somebody who has just signed in, over the dashboard. */
export const loginAlerts = (page: Page) => page.getByRole('dialog', { name: 'These need your attention' });

/** Waits for the alerts of somebody who has some, and closes them. */
export async function closeLoginAlerts(page: Page): Promise<void> {
  await loginAlerts(page).getByRole('button', { name: 'Close' }).last().click();
  await expect(loginAlerts(page)).toBeHidden();
}
