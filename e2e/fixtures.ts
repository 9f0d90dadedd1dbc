import { expect, type Page, test as base } from '@playwright/test';
import { type Addresses, readAddresses } from './addresses.ts';

export { expect } from '@playwright/test';

// The first argument of a fixture must be a pattern: Playwright reads from it what the fixture needs.
// oxlint-disable no-empty-pattern
const address =
  (name: keyof Addresses) =>
  async ({}, use: (url: string) => Promise<void>) =>
    use(readAddresses()[name]);
// oxlint-enable no-empty-pattern

/** Checks if React listens to all links, buttons and fields of a page that the server has drawn. */
const isTakenOver = () =>
  [...document.querySelectorAll('#root[data-drawn] :is(a, button, input, select, textarea)')].every((control) =>
    Object.keys(control).some((key) => key.startsWith('__reactProps')),
  );

/**
 * Lets `goto` and `reload` wait until React has taken over a page that the server has drawn. Before that a reader's
 * link loads a new document and a form posts by itself, so a test could see either. Tests of that time wait for
 * `commit` alone.
 */
function waitForScripts(page: Page): void {
  const goto = page.goto.bind(page);
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    if (options?.waitUntil !== 'commit') await page.waitForFunction(isTakenOver);
    return response;
  };
  const reload = page.reload.bind(page);
  page.reload = async (options) => {
    const response = await reload(options);
    if (options?.waitUntil !== 'commit') await page.waitForFunction(isTakenOver);
    return response;
  };
}

/** React's complaints that the server's HTML is not what the browser draws. It throws the HTML away then. */
const isSecondDrawing = ({ message }: Error) => /Minified React error #4(?:1[89]|2[0-5]);/.test(message);

/** Playwright's test with the run's addresses as fixtures. `page.goto('/…')` leads to saltmarsh. */
export const test = base.extend<Addresses>({
  context: async ({ context, javaScriptEnabled }, use) => {
    if (javaScriptEnabled !== false) context.on('page', waitForScripts);
    const secondDrawings: string[] = [];
    context.on('weberror', (webError) => {
      const error = webError.error();
      if (isSecondDrawing(error)) secondDrawings.push(`${webError.page()?.url()}: ${error.message}`);
    });
    await use(context);
    expect(secondDrawings).toEqual([]);
  },
  saltmarshUrl: address('saltmarshUrl'),
  portAzurUrl: address('portAzurUrl'),
  serverUrl: address('serverUrl'),
  sandboxUrl: address('sandboxUrl'),
  bankUrl: address('bankUrl'),
  mailboxUrl: address('mailboxUrl'),
  ssoUrl: address('ssoUrl'),
  appsUrl: address('appsUrl'),
  clearAcceptUrl: address('clearAcceptUrl'),
  databaseOwnerUrl: address('databaseOwnerUrl'),
  databaseAppUrl: address('databaseAppUrl'),
  baseURL: async ({ saltmarshUrl }, use) => use(saltmarshUrl),
});
