import { rmSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { DatabaseClient } from '../db/client.ts';
import { servingLimits } from '../db/connections/limits.ts';
import { elapsedMs } from '../lib/time/elapsed.ts';
import { createTestDatabase } from '../testing/databases/test-database.ts';
import { startDatabaseProxy } from '../testing/processes/failing-proxy.ts';
import { startServerProcess } from '../testing/processes/server-process.ts';
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

test('[RUN-9] a copy whose lost sessions PostgreSQL keeps leads on, and takes its lock when they end', async () => {
  const testDatabase = await createTestDatabase();
  const proxy = await startDatabaseProxy(testDatabase.appUrl);
  const database = new DatabaseClient({ url: proxy.url, size: 4, limits: servingLimits });
  const presence = new Presence(database, pino({ level: 'silent' }));
  await presence.open();
  await presence.announce('worker-a');
  const watcher = new DatabaseClient({ url: testDatabase.appUrl, size: 1 });
  const ask = async (text: string) => (await watcher.pool.query<Record<string, unknown>>(text)).rows[0];
  const lockers = `pg_locks where locktype = 'advisory'
    and database = (select oid from pg_database where datname = current_database())`;
  expect(await ask('select has_lock from live_workers')).toEqual({ has_lock: true });
  for (const time of ['first', 'second']) {
    proxy.abandonOpen();
    await watcher.pool.query('update live_workers set seen_until = clock_timestamp()');
    await expect
      .poll(() => ask('select seen_until > clock_timestamp() as lives, has_lock from live_workers'), { message: time })
      .toEqual({ lives: true, has_lock: false });
    await expect.poll(() => presence.isLeader(), { message: time }).toBe(true);
  }
  await watcher.pool.query(`select pg_terminate_backend(pid) from ${lockers}`);
  await expect.poll(() => ask('select has_lock from live_workers')).toEqual({ has_lock: true });
  await presence.close();
  await Promise.all([database.close(), watcher.close()]);
  await proxy.close();
  await testDatabase.drop();
});
