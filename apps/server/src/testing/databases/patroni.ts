import { spawn, spawnSync } from 'node:child_process';
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
import { findFreePorts } from '../processes/free-ports.ts';
import { makeNodeNetworks, type NodeNetworks, runner } from '../processes/node-networks.ts';
import { findPrograms } from './system-postgres.ts';

/** Three nodes with PostgreSQL, Patroni and etcd, and HAProxy beside the server, as operators have them. */
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
  /** Swallows each packet from and to a node, which runs on. Needs root. */
  cut: (node: string) => void;
  /** Ends a cut. */
  mend: (node: string) => void;
  /** Asks a node's PostgreSQL, on the node itself, if it takes changes. False if it does not answer. */
  takesChanges: (node: string) => boolean;
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

const nodes = ['a', 'b', 'c'] as const;

/** The usual ports, as in `deploy/proxy/haproxy.cfg`. Each node has an address of its own. */
const ports = { postgres: 5432, patroni: 8008, etcd: 2379, peers: 2380 } as const;

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
  if (runner.uid !== undefined) chownSync(base, runner.uid, runner.gid);
  const networks = makeNodeNetworks(nodes);
  const port = await findFreePorts(1);
  const folderOf = (node: string) => join(base, node);
  const run = ([program, ...args]: readonly [string, ...string[]], cwd: string, log: string, as = {}) =>
    spawn(program, args, {
      cwd,
      env: { PATH: process.env.PATH, HOME: base, LANG: 'C.UTF-8' },
      stdio: logTo(base, log),
      ...as,
    });
  const start = (node: string) => {
    run(networks.on(node, 'etcd', ...etcdSettings(networks, node)), folderOf(node), `${node}-etcd`);
    run(networks.on(node, 'patroni', join(folderOf(node), 'patroni.json')), folderOf(node), `${node}-patroni`);
  };
  for (const node of nodes) {
    makeNode(networks, node, folderOf(node));
    start(node);
  }
  writeFileSync(join(base, 'haproxy.cfg'), haproxy(networks, port));
  const proxy = run([proxyProgram(), '-f', join(base, 'haproxy.cfg'), '-db'], base, 'haproxy', runner);

  const ask = (node: string, at: number, path: string) =>
    fetch(`http://${networks.hostOf(node)}:${at}${path}`, { signal: AbortSignal.timeout(2_000) }).catch(
      () => undefined,
    );
  const members = async () => {
    for (const node of nodes) {
      const answer = await ask(node, ports.patroni, '/cluster');
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members;
    }
    return [];
  };
  const primary = async () => {
    const leader = await vi.waitUntil(async () => (await members()).find(({ role }) => role === 'leader'), patience);
    return leader.name;
  };
  const signal = (node: string, sent: NodeJS.Signals) => {
    for (const pid of processesIn(folderOf(node))) send(pid, sent);
  };
  const kill = async (node: string) => {
    signal(node, 'SIGKILL');
    await vi.waitUntil(() => processesIn(folderOf(node)).length === 0, patience);
  };
  const isWhole = async () => {
    const whole = 'leader 0, replica 0, sync_standby 0';
    const states = async () => (await members()).map(({ role, lag }) => `${role} ${lag ?? 0}`).toSorted();
    await vi.waitUntil(async () => (await states()).join(', ') === whole, patience);
    // PostgreSQL can be whole while etcd has only two of three, and could lose no other.
    for (const node of nodes)
      await vi.waitUntil(async () => (await ask(node, ports.etcd, '/health'))?.ok === true, patience);
  };
  await isWhole();
  return {
    url: (name, database) => `postgresql://${name}@127.0.0.1:${port}/${database}`,
    primary,
    kill,
    revive: start,
    silence: (node) => signal(node, 'SIGSTOP'),
    resume: (node) => signal(node, 'SIGCONT'),
    cut: networks.cut,
    mend: networks.mend,
    takesChanges: (node) => {
      const here = ['--host', folderOf(node), '--username', 'postgres', 'postgres'];
      const queryArgs = [...here, '--tuples-only', '--no-align', '--command', 'select pg_is_in_recovery()'];
      const { stdout } = spawnSync(join(findPrograms(), 'psql'), queryArgs, { encoding: 'utf8', timeout: 10_000 });
      return stdout.trim() === 'f';
    },
    switchOver: async (from) => {
      const body = JSON.stringify({ leader: from });
      const url = `http://${networks.hostOf(from)}:${ports.patroni}/switchover`;
      const answer = await fetch(url, { method: 'POST', body });
      if (!answer.ok) throw new Error(await answer.text());
    },
    isWhole,
    stop: async () => {
      for (const node of nodes) await kill(node);
      if (proxy.pid !== undefined) send(proxy.pid, 'SIGKILL');
      networks.remove();
      rmSync(base, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
}

/** Sends what a program says to a file of its own. */
function logTo(base: string, name: string): ['ignore', number, number] {
  const file = openSync(join(base, `${name}.log`), 'a');
  return ['ignore', file, file];
}

function etcdSettings({ hostOf }: NodeNetworks, name: string): string[] {
  const peer = (node: string) => `http://${hostOf(node)}:${ports.peers}`;
  const clients = `http://${hostOf(name)}:${ports.etcd}`;
  return [
    `--name=${name}`,
    '--data-dir=etcd',
    '--enable-v2', // Patroni 3.0.2 needs it (docs/operating/failover.md)
    `--listen-client-urls=${clients}`,
    `--advertise-client-urls=${clients}`,
    `--listen-peer-urls=${peer(name)}`,
    `--initial-advertise-peer-urls=${peer(name)}`,
    `--initial-cluster=${nodes.map((node) => `${node}=${peer(node)}`).join()}`,
  ];
}

function makeNode({ hostOf }: NodeNetworks, name: string, folder: string): void {
  mkdirSync(folder);
  const local = (at: number) => `${hostOf(name)}:${at}`;
  const settings = {
    scope: 'quayside',
    name,
    restapi: { listen: local(ports.patroni), connect_address: local(ports.patroni) },
    etcd: { hosts: nodes.map((node) => `${hostOf(node)}:${ports.etcd}`) },
    bootstrap: {
      dcs: { ...patroni, postgresql: { use_pg_rewind: true, parameters: { max_connections: 100 } } },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
    },
    postgresql: {
      listen: local(ports.postgres),
      connect_address: local(ports.postgres),
      data_dir: join(folder, 'data'),
      bin_dir: findPrograms(),
      pgpass: join(folder, 'pgpass'),
      pg_hba: ['host all all samenet trust', 'host replication all samenet trust', 'local all all trust'],
      parameters: { unix_socket_directories: folder },
      authentication: {
        superuser: { username: 'postgres', password: 'a' },
        replication: { username: 'replicator', password: 'b' },
        rewind: { username: 'rewinder', password: 'c' },
      },
    },
  };
  writeFileSync(join(folder, 'patroni.json'), JSON.stringify(settings)); // JSON is YAML, too
  if (runner.uid !== undefined) chownSync(folder, runner.uid, runner.gid);
}

/** Returns `deploy/proxy/haproxy.cfg` for these nodes. */
function haproxy({ hostOf }: NodeNetworks, port: number): string {
  const file = readFileSync(new URL('../../../../../deploy/proxy/haproxy.cfg', import.meta.url), 'utf8');
  const servers = nodes.map((node) => {
    return `    server ${node} ${hostOf(node)}:${ports.postgres} check port ${ports.patroni}`;
  });
  return file
    .replace(/(^ {4}server .*\n)+/m, `${servers.join('\n')}\n`)
    .replace(/bind 127\.0\.0\.1:5000/, `bind 127.0.0.1:${port}`);
}

const proxyProgram = () => (existsSync('/usr/sbin/haproxy') ? '/usr/sbin/haproxy' : 'haproxy');

/** Returns all processes that work in a folder. PostgreSQL's are in groups of their own. */
const processesIn = (folder: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && `${workingFolder(name)}/`.startsWith(`${folder}/`))
    .map(Number);

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
