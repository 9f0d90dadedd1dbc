import { expect, type Page } from '@playwright/test';

/** The dialog over the dashboard with the open tasks of a customer who has just signed in. */
export const loginAlerts = (page: Page) => page.getByRole('dialog', { name: 'These need your attention' });

/** Waits for the alerts of a customer who has some, and closes them. */
export async function closeLoginAlerts(page: Page): Promise<void> {
  await loginAlerts(page).getByRole('button', { name: 'Close' }).last().click();
  await expect(loginAlerts(page)).toBeHidden();
}
