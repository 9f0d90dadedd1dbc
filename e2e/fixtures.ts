import { test as base } from '@playwright/test';
import { type Addresses, readAddresses } from './addresses.ts';

export { expect } from '@playwright/test';

// The first argument of a fixture must be a pattern: Playwright reads from it what the fixture needs.
// oxlint-disable no-empty-pattern
const address =
  (name: keyof Addresses) =>
  async ({}, use: (url: string) => Promise<void>) =>
    use(readAddresses()[name]);
// oxlint-enable no-empty-pattern

/** Playwright's test with the run's addresses as fixtures. `page.goto('/…')` leads to saltmarsh. */
export const test = base.extend<Addresses>({
  saltmarshUrl: address('saltmarshUrl'),
  portAzurUrl: address('portAzurUrl'),
  serverUrl: address('serverUrl'),
  sandboxUrl: address('sandboxUrl'),
  bankUrl: address('bankUrl'),
  mailboxUrl: address('mailboxUrl'),
  ssoUrl: address('ssoUrl'),
  appsUrl: address('appsUrl'),
  clearAcceptUrl: address('clearAcceptUrl'),
  paypalUrl: address('paypalUrl'),
  redirectUrl: address('redirectUrl'),
  databaseOwnerUrl: address('databaseOwnerUrl'),
  baseURL: async ({ saltmarshUrl }, use) => use(saltmarshUrl),
});
