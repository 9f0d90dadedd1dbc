import type { PagePath } from '@quayside/contract/portal/portal-routes.ts';
import { expect, type Page } from '@playwright/test';
import type { Paths } from './full-marina.ts';
import type { MarinaInBrowser } from './full-marina-fixtures.ts';

/** Submits an empty form, so that it shows all its errors. */
export async function provoke(page: Page): Promise<void> {
  const form = page.locator('main form');
  if ((await form.count()) === 0) return;
  for (const field of await form
    .locator('input:enabled:read-write:is([type=text],[type=email],[type=tel],[type=password]), textarea')
    .all())
    await field.fill('');
  await form.locator('button[type=submit]').click();
  await expect(form.locator('[aria-invalid=true]').first()).toBeVisible();
}

interface Seen {
  /** The paths that lead to this screen. */
  routes: readonly PagePath[];
  name: string;
  /** True if submitting its empty form changes nothing. */
  provokes?: boolean;
  /** True if it has no language selector. Then it is opened in each language. */
  hasNoSelector?: boolean;
}

/** A screen that its address opens, in any engine. */
interface Addressed extends Seen {
  at: string | ((paths: Paths) => string);
}

/** A screen that needs clicks, which only Playwright's page can do. */
export interface Clicked extends Seen {
  open: (marina: MarinaInBrowser, page: Page, language: string) => Promise<void>;
}

export type Screen = Addressed | Clicked;

/** Returns the path of a screen. Undefined if no address opens it. */
export function pathOf(screen: Screen, paths: Paths): string | undefined {
  if (!('at' in screen)) return undefined;
  return typeof screen.at === 'string' ? screen.at : screen.at(paths);
}

/** Opens a screen in Chromium. */
export async function openScreen(screen: Screen, marina: MarinaInBrowser, page: Page, language: string): Promise<void> {
  const path = pathOf(screen, marina.paths);
  if (path !== undefined) await marina.open(path);
  else if ('open' in screen) await screen.open(marina, page, language);
}
