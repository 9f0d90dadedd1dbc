import { randomUUID } from 'node:crypto';
import { apiBase } from '@quayside/contract/shared/call.ts';
import { getSession } from '@quayside/contract/identity/identity.ts';
import { getConfig } from '@quayside/contract/tenant/tenant.ts';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startTestApp, type TestApp } from '../app.ts';
import { makeTenant } from '../factories/factories.ts';
import type { HttpClient } from '../http-client.ts';
import { addFaultSwitch, faultCookie, type FaultKind, faultPath } from './fault-switch.ts';
import { startServerProcess } from './server-process.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ extend: addFaultSwitch });
  await makeTenant(app, { key: 'heron' });
});
afterAll(() => app.close());

function browser(): HttpClient {
  const client = app.client('heron');
  client.cookies.set(faultCookie, randomUUID());
  return client;
}

/** Breaks `getSession` for a browser. */
async function breakSession(client: HttpClient, kind: FaultKind): Promise<string> {
  const url = apiBase + getSession.path;
  const body = { browser: client.cookies.get(faultCookie), method: 'GET', url, kind };
  return ((await client.request('POST', faultPath, { body })).body as { id: string }).id;
}

const mend = (client: HttpClient, id: string) => client.request('DELETE', `${faultPath}/${id}`, {});

test('a call fails for the browser that asked for it, in the shape of every fault, until it is mended', async () => {
  const [mine, other] = [browser(), browser()];
  const id = await breakSession(mine, 'fails');
  const { status, body } = await mine.call(getSession, {});
  expect(status).toBe(500);
  expect(body.responseStatus?.errorCode).toBe('INTERNAL_ERROR');
  expect((await other.call(getSession, {})).status).toBe(200);
  expect((await app.client('heron').call(getSession, {})).status).toBe(200);
  expect((await mine.call(getConfig, {})).status).toBe(200);

  await mend(mine, id);
  expect((await mine.call(getSession, {})).status).toBe(200);
});

test('a connection is cut', async () => {
  const client = browser();
  await breakSession(client, 'drops');
  await expect(client.call(getSession, {})).rejects.toThrow('fetch failed');
});

test('a call waits until it is let go', async () => {
  const client = browser();
  const id = await breakSession(client, 'waits');
  const answered = client.call(getSession, {}).then(({ status }) => status);
  await client.call(getConfig, {}); // sent later, and answered before
  expect(await Promise.race([answered, Promise.resolve('waits')])).toBe('waits');
  await mend(client, id);
  expect(await answered).toBe(200);
});

test('a call that stalls does its work, and answers once it is let go', async () => {
  const client = browser();
  const id = await breakSession(client, 'stalls');
  const answered = client.call(getSession, {}).then(({ status }) => status);
  await client.call(getConfig, {});
  expect(await Promise.race([answered, Promise.resolve('stalls')])).toBe('stalls');
  await mend(client, id);
  expect(await answered).toBe(200);
});

test('a call hangs even after it was mended: its client gives up', async () => {
  const client = browser();
  const id = await breakSession(client, 'hangs');
  const cookie = `${faultCookie}=${client.cookies.get(faultCookie)}`;
  const gaveUp = new AbortController();
  const hung = fetch(`${app.url}${apiBase}${getSession.path}`, {
    headers: { tenantkey: 'heron', cookie },
    signal: gaveUp.signal,
  }).then(
    ({ status }) => status,
    () => 'gave up',
  );
  await client.call(getConfig, {});
  await mend(client, id);
  await client.call(getSession, {});
  gaveUp.abort();
  expect(await hung).toBe('gave up');
});

test('production has no such switch', async () => {
  const server = await startServerProcess({
    database: app.testDatabase,
    sandboxUrl: 'http://127.0.0.1:9',
    env: { NODE_ENV: 'production', HOST: '127.0.0.1', DEMO: 'off', WORKER: 'off' },
  });
  onTestFinished(() => server.stop());
  const url = apiBase + getSession.path;
  const response = await fetch(server.url + faultPath, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ browser: 'mine', method: 'GET', url, kind: 'fails' }),
  });
  expect(response.status).toBe(404);
  const answer = await fetch(server.url + url, { headers: { tenantkey: 'heron', cookie: `${faultCookie}=mine` } });
  expect(answer.status).toBe(200);
});
