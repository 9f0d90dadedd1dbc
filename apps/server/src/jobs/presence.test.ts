import { rmSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { DatabaseClient } from '../db/client.ts';
import { elapsedMs } from '../lib/elapsed.ts';
import { startServerProcess } from '../testing/server-process.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { Presence } from './presence.ts';

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

test.each([
  ['suspended', { counted: true }],
  ['paused by its host, which stops its counters', { counted: false }],
])('a copy whose machine was %s leads no longer, until its next heartbeat', async (_, { counted }) => {
  const testDatabase = await createTestDatabase();
  const database = new DatabaseClient({ url: testDatabase.appUrl, size: 2 });
  let pausedMs = 0;
  const presence = new Presence(database, pino({ level: 'silent' }), {
    wall: () => Date.now() + pausedMs,
    elapsed: () => elapsedMs() + (counted ? pausedMs : 0),
  });
  await presence.open();
  expect(presence.isLeader()).toBe(true);
  pausedMs = 3_600_000;
  expect(presence.isLeader()).toBe(false);
  await expect.poll(() => presence.isLeader(), { timeout: 20_000 }).toBe(true);
  await presence.close();
  await database.close();
  await testDatabase.drop();
});
