import type { BrowserContext } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Waits for the newest mail to an address, in a tab of its own, and returns the part that matches the pattern. */
export async function findInMail(
  context: BrowserContext,
  mailboxUrl: string,
  address: string,
  pattern: RegExp,
): Promise<string> {
  const page = await context.newPage();
  const mail = page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: address });
  let found = '';
  await expect(async () => {
    await page.goto(mailboxUrl);
    await expect(mail.first()).toBeVisible({ timeout: 1_000 });
    await mail.first().getByRole('link').first().click();
    found = pattern.exec(await page.content())?.[0] ?? '';
    expect(found).not.toBe('');
  }).toPass();
  await page.close();
  return found;
}
