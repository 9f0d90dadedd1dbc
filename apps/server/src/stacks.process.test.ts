import { readFileSync } from 'node:fs';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from './testing/databases/test-database.ts';
import { startServerProcess } from './testing/processes/server-process.ts';

test('the stack of a fault in the built server names the sources and their lines', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const owner = new pg.Client(database.ownerUrl);
  await owner.connect();
  onTestFinished(() => owner.end());
  const env = { DEMO: 'off', WORKER: 'off', LOG_LEVEL: 'error' };
  const server = await startServerProcess({ database, sandboxUrl: 'http://127.0.0.1:9', env });
  onTestFinished(server.stop);
  await owner.query('alter table tenants rename to others');
  const { status } = await fetch(`${server.url}/harbour/api/portal/config`, { headers: { tenantkey: 'any' } });
  expect(status).toBe(500);

  await expect.poll(server.logs).toContain('http/tenant/tenant.queries.ts');
  const frames = [...server.logs().matchAll(/\((\/[^)]+\/apps\/server\/src\/[\w/.-]+\.ts):(\d+):\d+\)/g)];
  expect(frames.length).toBeGreaterThan(1);
  const lines = frames.map(([, file = '', line]) => readFileSync(file, 'utf8').split('\n')[Number(line) - 1]);
  expect(lines).toContainEqual(expect.stringContaining('.execute'));
  expect(lines).not.toContain(undefined);
});
