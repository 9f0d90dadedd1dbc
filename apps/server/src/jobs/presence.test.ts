import { rmSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startServerProcess } from '../testing/server-process.ts';
import { createTestDatabase } from '../testing/test-database.ts';

test('a server starts and stops without a warning', async () => {
  const database = await createTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'quayside-test-presence-'));
  const server = await startServerProcess({
    database,
    sandboxUrl: 'http://127.0.0.1:9',
    dataDir,
    env: { DEMO: 'off' },
  });
  // All recurring tasks ask at once if this copy is the leader, as soon as the server runs.
  await server.stop();
  expect(server.logs()).not.toMatch(/warning/i);
  expect(server.logs()).not.toContain('Cannot use a pool');
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});
