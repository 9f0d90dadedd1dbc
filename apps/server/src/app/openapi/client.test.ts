import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { apiBase } from '@quayside/contract/call.ts';
import { clientTypes } from '@quayside/openapi-client/client-types.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { makeTenant, type SignedIn, signedInCustomer } from '../../testing/factories.ts';
import { makeOrder } from '../../testing/factories-orders.ts';

const run = promisify(execFile);
const project = join(import.meta.dirname, '../../../../..');

let app: TestApp;
let customer: SignedIn;
let orderId: number;
let folder: string;

beforeAll(async () => {
  app = await startTestApp();
  const tenant = await makeTenant(app, { key: 'saltmarsh' });
  customer = await signedInCustomer(app, tenant);
  const { account } = customer;
  orderId = (await makeOrder(tenant.db, { tenantId: tenant.id, accountId: account.id, siteId: 1 })).id;
  mkdirSync(join(project, '.cache'), { recursive: true });
  // Within the project, where its packages are found.
  folder = mkdtempSync(join(project, '.cache', 'openapi-client-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await app.close();
});

/** A program as somebody writes it for the document: the compiler checks fields, statuses and codes. */
const program = `
import createClient from 'openapi-fetch';
import type { paths } from './quayside.ts';

export async function owed(baseUrl: string, cookie: string, guid: string) {
  const client = createClient<paths>({ baseUrl, headers: { tenantKey: 'saltmarsh', cookie } });
  const { data, error } = await client.GET('/portal/{guid}/orders/outstanding', { params: { path: { guid } } });
  if (error) return { code: error.responseStatus.errorCode satisfies string, orders: [] };
  return { code: null, orders: data.orders.map(({ id, outstandingAmount }) => ({ id, amount: outstandingAmount.toFixed(2) })) };
}

/** @ts-expect-error: the document knows no such code. */
export const unknown = (code: NonNullable<Awaited<ReturnType<typeof owed>>['code']>): 'NO_SUCH_CODE' => code;
`;

test('[CALL-2] a client that is generated from the OpenAPI document compiles, and calls the server', async () => {
  const document = (await app.client('saltmarsh').get(`${apiBase}openapi.json`)).body as { servers: { url: string }[] };
  writeFileSync(join(folder, 'quayside.ts'), await clientTypes(document));
  writeFileSync(join(folder, 'program.ts'), program);
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'esnext',
    module: 'nodenext',
    lib: ['esnext', 'dom'],
    types: [],
    allowImportingTsExtensions: true,
    skipLibCheck: true,
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['.'] }));
  const compiler = join(project, 'node_modules/typescript/bin/tsc');
  const said = await run(process.execPath, [compiler, '-p', folder]).catch((error: { stdout: string }) => error);
  expect(said.stdout).toBe('');

  const { owed } = (await import(pathToFileURL(join(folder, 'program.ts')).href)) as {
    owed: (url: string, cookie: string, guid: string) => Promise<unknown>;
  };
  const cookie = [...customer.client.cookies].map((pair) => pair.join('=')).join('; ');
  const [server] = document.servers;
  expect(await owed(server?.url ?? '', cookie, customer.account.guid)).toEqual({
    code: null,
    orders: [{ id: orderId, amount: expect.stringMatching(/^\d+\.\d\d$/) }],
  });
  expect(await owed(server?.url ?? '', '', customer.account.guid)).toEqual({ code: 'NOT_SIGNED_IN', orders: [] });
});
