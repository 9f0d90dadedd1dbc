import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { makeAccount, makeLogin, makeTenant, type TestTenant } from '../../testing/factories/factories.ts';
import { createLog } from './log.ts';

let app: TestApp;
let tenant: TestTenant;

beforeAll(async () => {
  app = await startTestApp();
  tenant = await makeTenant(app);
});
afterAll(() => app.close());

/** Returns the log's entry for the error that some work throws. */
async function loggedBy(work: () => Promise<unknown>): Promise<string> {
  let written = '';
  const log = createLog('info', { write: (line: string) => void (written += line) });
  await work().catch((error: unknown) => log.error({ err: new Error('request failed', { cause: error }) }, 'failed'));
  return written;
}

test('[SAFE-5] a row that the database refuses leaves its names in the log, and none of its values', async () => {
  const email = 'secret.sailor@example.com';
  await makeLogin(tenant, await makeAccount(tenant), { email });
  const again = sql`
    insert into logins (tenant_id, id, email, password_hash, created_at)
    values (${tenant.id}, 999, ${email}, 'none', '2026-01-01')`;
  const written = await loggedBy(() => again.execute(tenant.db));
  expect(written).toContain('"code":"23505"');
  expect(written).toContain('"table":"logins"');
  expect(written).toContain('    at ');
  expect(written).not.toContain(email);
});

test('[SAFE-5] a value that fits no column is not in the log either', async () => {
  const written = await loggedBy(() => sql`select ${'4111111111111111'}::int`.execute(tenant.db));
  expect(written).toContain('"code":"22003"');
  expect(written).not.toContain('4111111111111111');
});
