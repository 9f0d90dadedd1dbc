import { apiBase } from '@quayside/contract/shared/call.ts';
import { getConfig } from '@quayside/contract/tenant/tenant.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { DatabaseClient } from '../../db/client.ts';
import { servingLimits } from '../../db/connections/limits.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { makeTenant, signedInCustomer, type TestTenant } from '../../testing/factories/factories.ts';
import { codeOf, type HttpClient } from '../../testing/http-client.ts';
import { makePortalFolder } from '../../testing/portal-folder.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../../testing/processes/failing-proxy.ts';

/** Tests the answers to a person and a program while PostgreSQL is away. */

const portal = makePortalFolder();
let proxy: DatabaseProxy;
let app: TestApp;
let marina: TestTenant;
let customer: HttpClient;
const reported: unknown[] = [];

beforeAll(async () => {
  const limits = { ...servingLimits, connectMs: 500, queueMs: 1_000, statementMs: 1_000 };
  const errorReporter = { report: (fault: unknown) => void reported.push(fault), close: async () => {} };
  app = await startTestApp({ portalFolder: portal.folder, errorReporter }, async (appUrl) => {
    proxy = await startDatabaseProxy(appUrl);
    return new DatabaseClient({ url: proxy.url, size: 3, limits });
  });
  marina = await makeTenant(app, {});
  ({ client: customer } = await signedInCustomer(app, marina));
});
afterEach(async () => {
  await proxy.become('passes');
  // The open connections are dead. A query replaces them.
  const isBack = async () => (await customer.get(`${apiBase}health`)).status === 200;
  await vi.waitFor(async () => (await isBack()) || Promise.reject(new Error('still away')), { timeout: 20_000 });
});
afterAll(async () => {
  await app.close();
  await proxy.close();
  portal.remove();
});

test.each(['refuses', 'swallows'] as const)(
  'a database that %s: a call is answered 503 with Retry-After, and so is a page, which is HTML',
  async (manner) => {
    await customer.call(getConfig, {});
    await proxy.become(manner);
    const call = await customer.get(`${apiBase}getSession`);
    expect(codeOf(call)).toBe('503 UNAVAILABLE');
    expect(Number(call.headers.get('retry-after'))).toBeGreaterThan(0);

    const page = await customer.get('/secure/dashboard', { accept: 'text/html', 'accept-language': 'fr' });
    expect(page.status).toBe(503);
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.text).toMatch(/<html lang="fr-FR">.*Nous ne pouvons pas répondre/);
    expect(app.logs()).toMatch(/"msg":"the database is away"/);
    expect(reported).toEqual([]);
  },
);

test.each([
  ['in its window', { 'sec-fetch-dest': 'document' }],
  ['in a frame, as a bank does', { 'sec-fetch-dest': 'iframe' }],
  ['without saying where', { accept: 'text/html,application/xhtml+xml' }],
])('an address of the API that a browser opens %s answers a page, too', async (_where, headers) => {
  await proxy.become('refuses');
  const opened = await customer.get(`${apiBase}getSession`, headers);
  expect(opened.status).toBe(503);
  expect(opened.text).toMatch(/^<!doctype html>/);
  expect(codeOf(await customer.get(`${apiBase}health`))).toBe('503 UNAVAILABLE');
});

test('[RUN-9] PostgreSQL that ends its connections, as at a restart, is away and no fault', async () => {
  await Promise.all(Array.from({ length: 3 }, () => app.database.pool.query('select pg_sleep(0.2)')));
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where usename = current_user and datname = current_database() and pid <> pg_backend_pid()`.execute(
    app.database.unsafeWithoutTenant(),
  );
  const answers = await Promise.all(Array.from({ length: 6 }, () => customer.get(`${apiBase}getSession`)));
  for (const { status } of answers) expect([200, 503]).toContain(status);
  expect(reported).toEqual([]);
});
