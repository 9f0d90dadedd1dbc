import { execFileSync } from 'node:child_process';
import { appendFileSync, chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../../db/migrate.ts';
import { applicationRole, ownerRole } from '../../db/opening/roles.ts';
import { findFreePorts } from '../processes/free-ports.ts';
import type { TestDatabase } from './test-database.ts';

/** A coordinator and two workers with Citus, on this machine. */
export interface CitusCluster {
  /** Makes a database with the tables of this version on all nodes. They are not distributed yet. */
  makeDatabase: (name: string) => Promise<TestDatabase>;
  /** Connects to a worker as its superuser, and shows the parts of tables as tables. */
  connectToWorker: (worker: 0 | 1, database: string) => Promise<pg.Client>;
  stop: () => void;
}

const host = '127.0.0.1';
// PostgreSQL refuses to run as root.
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** @param programs the folder with the programs of a PostgreSQL that has Citus */
export async function startCitusCluster(programs: string): Promise<CitusCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'quayside-test-citus-'));
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const first = await findFreePorts(3);
  const ports = [first, first + 1, first + 2];
  const run = (program: string, ...args: string[]) =>
    void execFileSync(join(programs, program), args, { ...user, stdio: 'ignore', cwd: folder, env: { HOME: folder } });
  for (const port of ports) {
    const node = join(folder, String(port));
    run('initdb', '-D', node, '-U', 'postgres', '--auth=trust', '--no-sync');
    appendFileSync(join(node, 'postgresql.conf'), settingsOf(port, folder));
    run('pg_ctl', '-D', node, '-l', `${node}.log`, '-w', 'start');
  }
  const [coordinator = 0, ...workers] = ports;
  for (const port of ports)
    await ask(port, 'postgres', [`create role ${ownerRole} login`, `create role ${applicationRole} login`]);
  return {
    makeDatabase: async (name) => {
      for (const port of ports) {
        await ask(port, 'postgres', [`create database ${name} owner ${ownerRole}`]);
        await ask(port, name, ['create extension citus']);
      }
      await ask(coordinator, name, [
        `select citus_set_coordinator_host('${host}', ${coordinator})`,
        ...workers.map((port) => `select citus_add_node('${host}', ${port})`),
      ]);
      const url = (role: string) => `postgres://${role}@${host}:${coordinator}/${name}`;
      await migrate(url(ownerRole), applicationRole);
      return { name, ownerUrl: url(ownerRole), appUrl: url(applicationRole), drop: async () => {} };
    },
    connectToWorker: async (worker, database) => {
      const client = new pg.Client({ host, port: workers[worker], user: 'postgres', database });
      await client.connect();
      await client.query('set citus.override_table_visibility = off');
      return client;
    },
    stop: () => {
      for (const port of ports) run('pg_ctl', '-D', join(folder, String(port)), '-m', 'immediate', 'stop');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the settings of a node. The data may be lost, so nothing waits for the disk. */
const settingsOf = (port: number, sockets: string) => `
  port = ${port}
  listen_addresses = '${host}'
  unix_socket_directories = '${sockets}'
  shared_preload_libraries = 'citus'
  citus.shard_count = 8
  citus.enable_statistics_collection = off
  citus.node_conninfo = 'sslmode=disable'
  wal_level = logical
  max_connections = 200
  max_prepared_transactions = 200
  max_locks_per_transaction = 256
  fsync = off
`;

async function ask(port: number, database: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ host, port, user: 'postgres', database });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
