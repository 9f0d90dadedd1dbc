/** Where what global-setup.ts started can be reached. */
export type Addresses = {
  saltmarshUrl: string;
  portAzurUrl: string;
  /** The server on a host of no tenant: calls need a tenantKey header. */
  serverUrl: string;
  sandboxUrl: string;
  bankUrl: string;
  mailboxUrl: string;
  /** Single sign-on: the issuers are this and `/harbour-id` or `/blue-flag`. */
  ssoUrl: string;
  /** The partner's apps: a tenant's `microAppApi`. */
  appsUrl: string;
  /** The second card provider. */
  clearAcceptUrl: string;
  /** For arranging what no screen can, such as the passing of years. */
  databaseOwnerUrl: string;
};

const variable = 'QUAYSIDE_TEST_ADDRESSES';

/** Playwright's workers inherit the environment of the process that set them up. */
export function publishAddresses(addresses: Addresses): void {
  process.env[variable] = JSON.stringify(addresses);
}

export function readAddresses(): Addresses {
  return JSON.parse(process.env[variable] ?? '') as Addresses;
}
