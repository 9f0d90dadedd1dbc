/** The addresses of the servers that global-setup.ts started. */
export type Addresses = {
  saltmarshUrl: string;
  portAzurUrl: string;
  /** The server on a host without a tenant. Calls need a tenantKey header. */
  serverUrl: string;
  sandboxUrl: string;
  bankUrl: string;
  mailboxUrl: string;
  /** Single sign-on. The issuers are this address with `/harbour-id` or `/blue-flag`. */
  ssoUrl: string;
  /** The partner's apps, for a tenant's `microAppApi`. */
  appsUrl: string;
  /** The second card provider. */
  clearAcceptUrl: string;
  /** The folder where the server keeps uploaded files. */
  filesFolder: string;
  /** For preparing states that no screen can make, such as the passing of years. */
  databaseOwnerUrl: string;
  /** The same database with the rights of a server, for a test that starts one of its own. */
  databaseAppUrl: string;
};

const variable = 'QUAYSIDE_TEST_ADDRESSES';

/** Publishes the addresses in the environment, which Playwright's workers inherit. */
export function publishAddresses(addresses: Addresses): void {
  process.env[variable] = JSON.stringify(addresses);
}

/** Returns the addresses of the run’s servers. */
export function readAddresses(): Addresses {
  return JSON.parse(process.env[variable] ?? '') as Addresses;
}
