import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { apiBase } from '@quayside/contract/shared/call.ts';
import { clientTypes } from '@quayside/openapi-client/client-types.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { makeTenant, type SignedIn, signedInCustomer } from '../../testing/factories/factories.ts';
import { makeIntegrationKey } from '../../testing/factories/integration.ts';
import { makeOrder } from '../../testing/factories/orders.ts';

const run = promisify(execFile);
const project = join(import.meta.dirname, '../../../../..');

let app: TestApp;
let customer: SignedIn;
let orderId: number;
let folder: string;
let key: string;

beforeAll(async () => {
  app = await startTestApp();
  const tenant = await makeTenant(app, { key: 'saltmarsh' });
  customer = await signedInCustomer(app, tenant);
  key = (await makeIntegrationKey(app, tenant)).text;
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
  const orders = data.orders.map(({ id, outstandingAmount }) => ({ id, amount: outstandingAmount.toFixed(2) }));
  return { code: null, orders };
}

/** @ts-expect-error: the document knows no such code. */
export const unknown = (code: NonNullable<Awaited<ReturnType<typeof owed>>['code']>): 'NO_SUCH_CODE' => code;
`;

/** A program of a marina's back office, written for the document of the integration API. */
const backOffice = `
import createClient from 'openapi-fetch';
import type { components, paths } from './quayside.ts';

type Account = components['schemas']['WholeAccountRequest'];

export async function sell(baseUrl: string, key: string, account: Account) {
  const client = createClient<paths>({ baseUrl, headers: { authorization: 'Bearer ' + key } });
  const params = { path: { reference: 'C-1' } };
  const made = await client.PUT('/integration/v1/accounts/{reference}', { params, body: account });
  if (made.error) return { code: made.error.responseStatus.errorCode satisfies string };
  const lines = [{ name: 'Berth', quantity: 2, unitPrice: 60, vatPercent: 20 }];
  const order = await client.PUT('/integration/v1/orders/{reference}', {
    params: { path: { reference: 'O-1' } },
    body: { account: 'C-1', type: 'Berthing', createdOn: '2026-05-01', dueOn: '2026-06-01', lines },
  });
  const { data } = await client.GET('/integration/v1/orders', { params: { query: { status: 'open', limit: 10 } } });
  const open = data?.items.map(({ reference, outstanding }) => ({ reference, owes: outstanding.toFixed(2) }));
  return { status: order.response.status, open };
}

/** @ts-expect-error: the document knows no such field. */
export const wrong: Account = { site: 1, lastName: 'Sailor', surname: 'Sailor' };
/** @ts-expect-error: the harbour is required. */
export const homeless: Account = { lastName: 'Sailor' };
/** @ts-expect-error: a name can't be taken away. */
export const nameless: Account = { site: 1, lastName: null };
/** @ts-expect-error: a list has no such status. */
export const status: NonNullable<paths['/integration/v1/orders']['get']['parameters']['query']>['status'] = 'late';
`;

/** Generates a client from a document of the server, and compiles a program with it. @returns the program */
async function compiled(path: string, source: string): Promise<{ url: string; program: unknown }> {
  const document = (await app.client('saltmarsh').get(apiBase + path)).body as { servers: { url: string }[] };
  const own = mkdtempSync(join(folder, 'program-'));
  writeFileSync(join(own, 'quayside.ts'), await clientTypes(document));
  writeFileSync(join(own, 'program.ts'), source);
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
  writeFileSync(join(own, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['.'] }));
  const compiler = join(project, 'node_modules/typescript/bin/tsc');
  const said = await run(process.execPath, [compiler, '-p', own]).catch((error: { stdout: string }) => error);
  expect(said.stdout).toBe('');
  const program: unknown = await import(pathToFileURL(join(own, 'program.ts')).href);
  return { url: document.servers[0]?.url ?? '', program };
}

test('[CALL-2] a client that is generated from the OpenAPI document compiles, and calls the server', async () => {
  const { url, program: made } = await compiled('openapi.json', program);
  const { owed } = made as { owed: (url: string, cookie: string, guid: string) => Promise<unknown> };
  const cookie = [...customer.client.cookies].map((pair) => pair.join('=')).join('; ');
  expect(await owed(url, cookie, customer.account.guid)).toEqual({
    code: null,
    orders: [{ id: orderId, amount: expect.stringMatching(/^\d+\.\d\d$/) }],
  });
  expect(await owed(url, '', customer.account.guid)).toEqual({ code: 'NOT_SIGNED_IN', orders: [] });
});

test('[API-7] a client that is generated from the document of the integration API compiles and works', async () => {
  const { url, program: made } = await compiled('integration/v1/openapi.json', backOffice);
  const { sell } = made as { sell: (url: string, key: string, account: object) => Promise<unknown> };
  expect(await sell(url, key, { site: 1, lastName: 'Sailor' })).toEqual({
    status: 201,
    open: [{ reference: 'O-1', owes: '120.00' }],
  });
  expect(await sell(url, key, { site: 1 })).toEqual({ code: 'INVALID_REQUEST' });
  expect(await sell(url, 'qs_live_none', {})).toEqual({ code: 'API_KEY_INVALID' });
});
