import { rmSync } from 'node:fs';
import { inject } from 'vitest';
import { DatabaseClient } from '../db/client.ts';
import { patientLimits, servingLimits } from '../db/connections/limits.ts';
import { startSession } from '../features/identity/sessions.service.ts';
import { sessionCookie } from '../http/origin/cookie-names.ts';
import { createTestDatabase, type TestDatabase } from './databases/test-database.ts';
import { makeAccount, makeLogin, makeTenant, type TestAccount, type TestTenant } from './factories/factories.ts';
import { makeOrder } from './factories/orders.ts';
import { HttpClient } from './http-client.ts';
import { registerMerchant, giveProvider } from './payments/card-payments.ts';
import type { Customer } from './payments/checkout-fixture.ts';
import type { SandboxProcess } from './processes/sandbox-process.ts';
import { type ServerProcess, startServerProcess } from './processes/server-process.ts';
import { testSecretKeys } from './secret-keys.ts';
import { TestClock } from './test-clock.ts';

/** A database of its own and the run's sandbox. The servers on them are processes that start and end. */
export interface FaultFixture {
  sandbox: Pick<SandboxProcess, 'url' | 'bankUrl'>;
  testDatabase: TestDatabase;
  /** Starts another copy of the server. @param port the port of an earlier one, to take its place */
  startServer(env?: NodeJS.ProcessEnv, port?: number): Promise<ServerProcess>;
  /** Makes a marina with one customer, whose one order costs `grossMinor`. */
  payer(grossMinor?: number): Promise<Payer>;
  /** Returns everything that all servers wrote. */
  logs(): string;
  close(): Promise<void>;
}

/** A customer who can use any copy of the server, alone in a marina and in its provider's books. */
export interface Payer {
  tenant: TestTenant;
  account: TestAccount;
  /**
   * Returns the customer at a copy of the server. Each call has a session of its own, like another person or
   * browser.
   */
  at(server: ServerProcess): Promise<Customer>;
  merchant: Customer['merchant'];
}

/** @param given a migrated database; default: one of its own in the run's PostgreSQL */
export async function startFaultFixture(given?: TestDatabase): Promise<FaultFixture> {
  const testDatabase = given ?? (await createTestDatabase());
  const sandbox = inject('sandbox');
  // A connection to a primary that fell silent is cut, as the server does it.
  const options = { secretKeys: testSecretKeys, limits: given ? servingLimits : patientLimits };
  const database = new DatabaseClient({ url: testDatabase.appUrl, size: 5, ...options });
  const owner = new DatabaseClient({ url: testDatabase.ownerUrl, size: 2, ...options });
  const clock = new TestClock();
  clock.set(new Date().toISOString());
  const dependencies = { ownerDb: owner.unsafeWithoutTenant(), database, clock };
  const servers: ServerProcess[] = [];
  return {
    sandbox,
    testDatabase,
    logs: () => servers.map((server) => server.logs()).join('\n'),
    startServer: async (env = {}, port) => {
      const settings = {
        DEMO: 'off',
        LOG_LEVEL: 'debug',
        MIGRATION_DATABASE_URL: '', // the template is migrated already, which saves time
        ...env,
      };
      const server = await startServerProcess({
        database: testDatabase,
        sandboxUrl: sandbox.url,
        env: settings,
        ...(port === undefined ? {} : { port }),
      });
      servers.push(server);
      return server;
    },
    payer: async (grossMinor = 10_000) => {
      const tenant = await makeTenant(dependencies);
      const merchant = await registerMerchant(sandbox.url);
      await giveProvider(tenant.db, tenant.id, merchant);
      const account = await makeAccount(tenant);
      const order = await makeOrder(
        tenant.db,
        { tenantId: tenant.id, accountId: account.id, siteId: account.siteId },
        { grossMinor },
      );
      return {
        tenant,
        account,
        merchant,
        at: async ({ url }) => {
          const client = new HttpClient(url, tenant.key);
          const { id: loginId } = await makeLogin(tenant, account);
          const session = { accountId: account.id, loginId, remember: true, isOpenedOverTls: false };
          const { token } = await startSession(tenant.db, tenant.id, session, new Date());
          client.cookies.set(sessionCookie, token);
          const basket = { accountGuid: account.guid, orderIds: [order.id], amount: grossMinor / 100 };
          const ownerOfOrder = { tenantId: tenant.id, accountId: account.id, siteId: account.siteId };
          return { client, account, owner: ownerOfOrder, ...basket, sandboxUrl: sandbox.url, merchant };
        },
      };
    },
    close: async () => {
      await Promise.all(servers.map((server) => server.stop()));
      for (const { dataDir } of servers) rmSync(dataDir, { recursive: true, force: true });
      await Promise.all([database.close(), owner.close()]);
      await testDatabase.drop();
    },
  };
}
