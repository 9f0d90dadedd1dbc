import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { findFreePorts } from './free-ports.ts';
import { findPrograms } from './system-postgres.ts';

/** Three PostgreSQL servers that Patroni runs, with etcd and HAProxy, as operators have them on four machines. */
export interface Cluster {
  /** Returns a connection string that leads to the primary, whichever it is. */
  url: (user: string, database: string) => string;
  /** Returns the name of the node that leads. */
  primary: () => Promise<string>;
  /** Kills all processes of a node at once. */
  kill: (node: string) => Promise<void>;
  /** Starts a killed node again. */
  revive: (node: string) => void;
  /** Stops all processes of a node in the middle of what they do. Its connections stay open, and nobody answers. */
  silence: (node: string) => void;
  /** Lets a silenced node go on. */
  resume: (node: string) => void;
  /** Makes another server the primary in a planned way, as before maintenance of a machine. */
  switchOver: (from: string) => Promise<void>;
  /** Resolves when one node leads and the two others follow it without a gap. */
  isWhole: () => Promise<void>;
  stop: () => Promise<void>;
}

interface Member {
  name: string;
  role: string;
  state: string;
  lag?: number | string;
}

interface Node {
  name: string;
  port: number;
  api: number;
  folder: string;
  process: ChildProcess | undefined;
}

const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** The settings of docs/operating/failover.md. */
const patroni = {
  ttl: 20,
  loop_wait: 2,
  retry_timeout: 5,
  // A commit is answered only when a second node has it, so no failover loses one.
  synchronous_mode: true,
};

const patience = { timeout: 120_000, interval: 200 };

export async function startCluster(): Promise<Cluster> {
  const base = mkdtempSync(join(tmpdir(), 'quayside-test-cluster-'));
  if (user.uid !== undefined) chownSync(base, user.uid, user.gid);
  const port = await findFreePorts(1);
  const [clients, peers] = [await findFreePorts(1), await findFreePorts(1)];
  const run = (program: string, args: readonly string[], name: string) => {
    const env = { PATH: process.env.PATH, HOME: base, LANG: 'C.UTF-8' };
    return spawn(program, args, { cwd: base, env, ...user, stdio: logTo(base, name) });
  };
  const address = (at: number) => `http://127.0.0.1:${at}`;
  const etcd = run(
    'etcd',
    [
      '--name=one',
      `--data-dir=${join(base, 'etcd')}`,
      `--listen-client-urls=${address(clients)}`,
      `--advertise-client-urls=${address(clients)}`,
      `--listen-peer-urls=${address(peers)}`,
      `--initial-advertise-peer-urls=${address(peers)}`,
      `--initial-cluster=one=${address(peers)}`,
    ],
    'etcd',
  );
  const nodes: Node[] = [];
  for (const name of ['a', 'b', 'c']) nodes.push(await makeNode(base, name, clients));
  const start = (node: Node) => {
    node.process = run('patroni', [join(node.folder, 'patroni.json')], node.name);
  };
  for (const node of nodes) start(node);
  writeFileSync(join(base, 'haproxy.cfg'), haproxy(port, nodes));
  const proxy = run(proxyProgram(), ['-f', join(base, 'haproxy.cfg'), '-db'], 'haproxy');

  const find = (name: string) => {
    const found = nodes.find((node) => node.name === name);
    if (!found) throw new Error(`no node ${name}`);
    return found;
  };
  const members = async () => {
    for (const { api } of nodes) {
      const answer = await fetch(`${address(api)}/cluster`, { signal: AbortSignal.timeout(2_000) }).catch(
        () => undefined,
      );
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members;
    }
    return [];
  };
  const primary = async () => {
    const leader = await vi.waitUntil(async () => (await members()).find(({ role }) => role === 'leader'), patience);
    return leader.name;
  };
  const signal = (node: Node, sent: NodeJS.Signals) => {
    for (const pid of processesOf(node)) send(pid, sent);
  };
  const isWhole = async () => {
    const whole = 'leader 0, replica 0, sync_standby 0';
    const states = async () => (await members()).map(({ role, lag }) => `${role} ${lag ?? 0}`).toSorted();
    await vi.waitUntil(async () => (await states()).join(', ') === whole, patience);
  };
  await isWhole();
  return {
    url: (name, database) => `postgresql://${name}@127.0.0.1:${port}/${database}`,
    primary,
    kill: async (name) => {
      const node = find(name);
      const gone = node.process && once(node.process, 'exit');
      signal(node, 'SIGKILL');
      await gone;
    },
    revive: (name) => start(find(name)),
    silence: (name) => signal(find(name), 'SIGSTOP'),
    resume: (name) => signal(find(name), 'SIGCONT'),
    switchOver: async (from) => {
      const body = JSON.stringify({ leader: from });
      const answer = await fetch(`${address(find(from).api)}/switchover`, { method: 'POST', body });
      if (!answer.ok) throw new Error(await answer.text());
    },
    isWhole,
    stop: async () => {
      for (const node of nodes) signal(node, 'SIGKILL');
      for (const { pid } of [etcd, proxy]) if (pid !== undefined) send(pid, 'SIGKILL');
      rmSync(base, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
}

/** Sends what a program says to a file of its own. */
function logTo(base: string, name: string): ['ignore', number, number] {
  const file = openSync(join(base, `${name}.log`), 'a');
  return ['ignore', file, file];
}

async function makeNode(base: string, name: string, etcd: number): Promise<Node> {
  const [port, api] = [await findFreePorts(1), await findFreePorts(1)];
  const folder = join(base, name);
  mkdirSync(folder);
  const local = (at: number) => `127.0.0.1:${at}`;
  const settings = {
    scope: 'quayside',
    name,
    restapi: { listen: local(api), connect_address: local(api) },
    etcd3: { host: local(etcd) },
    bootstrap: {
      dcs: { ...patroni, postgresql: { use_pg_rewind: true, parameters: { max_connections: 100 } } },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
    },
    postgresql: {
      listen: local(port),
      connect_address: local(port),
      data_dir: join(folder, 'data'),
      bin_dir: findPrograms(),
      pgpass: join(folder, 'pgpass'),
      pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust', 'local all all trust'],
      parameters: { unix_socket_directories: folder },
      authentication: {
        superuser: { username: 'postgres', password: 'a' },
        replication: { username: 'replicator', password: 'b' },
        rewind: { username: 'rewinder', password: 'c' },
      },
    },
  };
  writeFileSync(join(folder, 'patroni.json'), JSON.stringify(settings)); // JSON is YAML, too
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  return { name, port, api, folder, process: undefined };
}

/** Returns `deploy/proxy/haproxy.cfg` for these nodes. */
function haproxy(port: number, nodes: readonly Node[]): string {
  const file = readFileSync(new URL('../../../../deploy/proxy/haproxy.cfg', import.meta.url), 'utf8');
  const servers = nodes.map(({ name, port: to, api }) => `    server ${name} 127.0.0.1:${to} check port ${api}`);
  return file
    .replace(/(^ {4}server .*\n)+/m, `${servers.join('\n')}\n`)
    .replace(/bind 127\.0\.0\.1:5000/, `bind 127.0.0.1:${port}`);
}

const proxyProgram = () => (existsSync('/usr/sbin/haproxy') ? '/usr/sbin/haproxy' : 'haproxy');

/** Returns all processes of a node. PostgreSQL's are in groups of their own, but they all work in the same folder. */
function processesOf({ process: manager, folder }: Node): number[] {
  const data = join(folder, 'data');
  const found = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && workingFolder(name) === data)
    .map(Number);
  const isRunning = manager?.exitCode === null && manager.signalCode === null;
  return isRunning && manager.pid !== undefined ? [manager.pid, ...found] : found;
}

function workingFolder(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined; // it has ended
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // it has ended meanwhile
  }
}
