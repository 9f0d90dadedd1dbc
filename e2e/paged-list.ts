import type { Page } from '@playwright/test';
import { type Bundle, bundleForTest } from '../apps/portal/build/bundle-for-test.ts';

let bundle: Promise<Bundle> | undefined;

/** A page of PagedList alone, made of the portal's own sources: the agreements of whoever the page is signed in as. */
export async function openAgreements(page: Page, url: string, search = ''): Promise<void> {
  // A document of the same origin, without the portal.
  await page.goto(`${url}/harbour/api/health${search}`);
  await showAgreements(page);
}

/** The same where the document is open, such as after a reload. */
export async function showAgreements(page: Page): Promise<void> {
  bundle ??= bundleForTest('src/testing/agreements-list.tsx');
  const { script, styles } = await bundle;
  await page.addStyleTag({ content: styles });
  await page.addScriptTag({ content: script, type: 'module' });
}
