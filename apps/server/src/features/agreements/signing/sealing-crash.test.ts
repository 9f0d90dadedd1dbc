import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { downloadAgreement } from '@quayside/contract/agreements/agreement-papers.ts';
import { signAgreement } from '@quayside/contract/agreements/agreement-signing.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { makeReadableAgreement, signatureImage } from '../../../testing/factories/agreements.ts';
import { makeTenant, signedInCustomer } from '../../../testing/factories/factories.ts';
import { HttpClient } from '../../../testing/http-client.ts';
import { isIntactForPdfsig } from '../../../testing/pdf-signature.ts';
import { startServerProcess } from '../../../testing/processes/server-process.ts';

let app: TestApp;
const dataDir = mkdtempSync(join(tmpdir(), 'quayside-test-sealing-'));

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(async () => {
  await app.close();
  rmSync(dataDir, { recursive: true, force: true });
});

test('[AGR-9] [AGR-10] a server that is killed between signing and sealing: the next one seals, once', {
  timeout: 90_000,
}, async () => {
  app.clock.set(new Date().toISOString());
  const tenant = await makeTenant(app, { key: 'saltmarsh' });
  const { account, client } = await signedInCustomer(app, tenant);
  const owner = { tenantId: tenant.id, accountId: account.id, siteId: account.siteId };
  const { id, guid } = await makeReadableAgreement(tenant.db, owner);
  const papers = () =>
    tenant.db.selectFrom('agreement_files').select('file_id').where('agreement_id', '=', id).execute();

  const options = { database: app.testDatabase, sandboxUrl: 'http://127.0.0.1:9', dataDir };
  const killed = await startServerProcess({ ...options, env: { DEMO: 'off', WORKER: 'off' } });
  const body = { guid, signature: signatureImage(), fullName: 'Robin Test', email: 'robin.test@example.com' };
  const signed = await new HttpClient(killed.url, 'saltmarsh').call(signAgreement, { body });
  await killed.kill('SIGKILL');
  expect(signed.status).toBe(200);
  expect(await papers()).toEqual([]);

  const next = await startServerProcess({ ...options, env: { DEMO: 'off' } });
  while ((await papers()).length === 0) await pause(20);
  const owners = new HttpClient(next.url, 'saltmarsh');
  for (const [name, value] of client.cookies) owners.cookies.set(name, value);
  const { bytes } = await owners.call(downloadAgreement, { params: { agreementGuid: guid }, query: {} });
  await next.stop();
  expect(await isIntactForPdfsig(bytes)).toBe(true);
  expect(await papers()).toHaveLength(1);
});
