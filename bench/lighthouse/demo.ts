import { rmSync } from 'node:fs';
import { apiBase } from '@quayside/contract/shared/call.ts';
import { signIn } from '@quayside/contract/identity/identity.ts';
import pg from 'pg';
import { saltmarsh } from '../../apps/server/src/demo/marinas.ts';
import { demoPassword } from '../../apps/server/src/demo/named-customers.ts';
import { makeDatabaseFolder } from '../../apps/server/src/testing/databases/database-folder.ts';
import { startTestPostgres } from '../../apps/server/src/testing/databases/test-postgres.ts';
import { startProcess } from '../../apps/server/src/testing/processes/child-process.ts';
import { findFreePorts } from '../../apps/server/src/testing/processes/free-ports.ts';
import { startSandboxProcess } from '../../apps/server/src/testing/processes/sandbox-process.ts';
import { builtServer, serverFlags } from '../../scripts/run/server-program.mjs';
import { productionSettings } from '../processes.ts';

/** The customer of the demo whose pages are measured. */
const jo = 'jo.sailor@example.com';

/** A running demo, with what the addresses of its pages need. */
export interface Demo {
  url: string;
  /** The cookie with which Jo is signed in. */
  session: { name: string; value: string };
  order: number;
  /** The keys of links that Jo's mails contain. */
  agreement: string;
  consents: string;
  stop: () => Promise<void>;
}

/** Starts the built product with the demo, on free ports and a database of its own. */
export async function startDemo(): Promise<Demo> {
  const begun = new AsyncDisposableStack();
  try {
    return { ...(await startAll(begun)), stop: () => begun.disposeAsync() };
  } catch (error) {
    await begun.disposeAsync();
    throw error;
  }
}

async function startAll(begun: AsyncDisposableStack): Promise<Omit<Demo, 'stop'>> {
  const dataDir = makeDatabaseFolder('quayside-lighthouse-');
  begun.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  const postgres = await startTestPostgres();
  begun.defer(() => postgres.stop());
  const sandbox = await startSandboxProcess({ dataDir });
  begun.defer(() => sandbox.stop());
  const port = await findFreePorts(1);
  const settings = {
    ...productionSettings(port, dataDir, postgres.appUrl),
    NODE_ENV: 'development', // the demo is not for production
    MIGRATION_DATABASE_URL: postgres.ownerUrl,
    SANDBOX_URL: sandbox.url,
    DEMO: 'on',
  };
  const server = await startProcess(builtServer, settings, serverFlags);
  begun.defer(() => server.stop());
  const session = await openSession(port);
  return { url: `http://${saltmarsh.hosts[0] ?? ''}:${port}`, session, ...(await findKeys(postgres)) };
}

async function openSession(port: number): Promise<Demo['session']> {
  const answer = await fetch(`http://127.0.0.1:${port}${apiBase}${signIn.path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', tenantKey: saltmarsh.key },
    body: JSON.stringify({ userName: jo, password: demoPassword, rememberMe: true }),
  });
  const [cookie = ''] = answer.headers.getSetCookie();
  if (!answer.ok) throw new Error(`${jo} could not sign in: ${answer.status}`);
  const [, name = '', value = ''] = /^([^=]+)=([^;]+)/.exec(cookie) ?? [];
  return { name, value };
}

type Keys = Pick<Demo, 'order' | 'agreement' | 'consents'>;

/** Reads the keys as the superuser, because mails alone tell them. */
async function findKeys({ adminUrl, appUrl }: { adminUrl: string; appUrl: string }): Promise<Keys> {
  const url = new URL(adminUrl);
  url.pathname = new URL(appUrl).pathname;
  const client = new pg.Client(url.href);
  await client.connect();
  try {
    const { rows } = await client.query<Keys>(
      `select consent_key as consents,
         (select min(id) from orders where (tenant_id, account_id) = (a.tenant_id, a.id) and agreement_id is null
            and allocated_minor < gross_minor) as "order",
         (select guid from agreements where (tenant_id, account_id) = (a.tenant_id, a.id) and signed_at is null
            order by id limit 1) as agreement
       from accounts a join tenants t on t.id = a.tenant_id
       where t.key = $1 and a.email = $2`,
      [saltmarsh.key, jo],
    );
    const [keys] = rows;
    if (!keys?.order || !keys.agreement) throw new Error(`The demo has no order or no unsigned agreement of ${jo}`);
    return keys;
  } finally {
    await client.end();
  }
}
