import { execFileSync } from 'node:child_process';

/** Addresses for nodes that run on this machine as if each were a machine of its own. */
export interface NodeNetworks {
  /** Returns the node's address. Only the node listens there, so each may use the same ports. */
  hostOf: (node: string) => string;
  /** Returns the command that runs a program on the node, as the user of `runner`. */
  on: (node: string, program: string, ...args: string[]) => [program: string, ...args: string[]];
  /** Swallows each packet from and to the node. Nobody is told: connections stay open, and new ones get no refusal. */
  cut: (node: string) => void;
  mend: (node: string) => void;
  remove: () => void;
}

/** Only root makes networks. */
export const canCutNetworks = process.getuid?.() === 0;

/** The user `nobody`, because PostgreSQL refuses to run as root. Empty for a user who is not root. */
export const runner = canCutNetworks ? { uid: 65_534, gid: 65_534 } : {};

/** Returns networks with a cable for each node if the user is root, and else addresses of the loopback device. */
export function makeNodeNetworks(nodes: readonly string[]): NodeNetworks {
  const some = Math.floor(Math.random() * 250);
  // DANGER: addresses that somebody uses would hide that somebody. These are kept for tests (RFC 2544).
  const host = (number: number) => (canCutNetworks ? `198.18.${some}.${number}` : `127.18.${some}.${number}`);
  const hosts = new Map(nodes.map((node, index) => [node, host(index + 1)]));
  const hostOf = (node: string) => {
    const found = hosts.get(node);
    if (found === undefined) throw new Error(`no node ${node}`);
    return found;
  };
  if (canCutNetworks) return makeCables([...hosts], { address: host(254), key: `quay${some}` }, hostOf);
  const cannot = () => {
    throw new Error('only root can cut a network');
  };
  return { hostOf, on: (_, program, ...args) => [program, ...args], cut: cannot, mend: cannot, remove: () => {} };
}

/** A network namespace for each node, with a cable to one switch. This machine is at the switch, too. */
function makeCables(
  nodes: readonly (readonly [node: string, host: string])[],
  machine: { address: string; key: string },
  hostOf: NodeNetworks['hostOf'],
): NodeNetworks {
  const device = (node: string) => `${machine.key}-${node}`;
  const bridge = device('x');
  const inside = (node: string) => ['netns', 'exec', device(node)];
  ip('link', 'add', bridge, 'address', physical(machine.address), 'type', 'bridge');
  ip('address', 'add', `${machine.address}/24`, 'dev', bridge);
  ip('link', 'set', bridge, 'up');
  for (const [node, host] of nodes) {
    ip('netns', 'add', device(node));
    ip('link', 'add', device(node), 'type', 'veth', 'peer', 'name', 'eth0', 'netns', device(node));
    ip('link', 'set', device(node), 'master', bridge, 'up');
    ip('-n', device(node), 'link', 'set', 'lo', 'up');
    ip('-n', device(node), 'link', 'set', 'eth0', 'address', physical(host), 'up');
    ip('-n', device(node), 'address', 'add', `${host}/24`, 'dev', 'eth0');
  }
  // With known neighbours the kernel of the sender notices no cut. It would say "no route to host" within seconds.
  for (const [node, host] of nodes) {
    know([], bridge, host);
    for (const [, other] of nodes) if (other !== host) know(['-n', device(node)], 'eth0', other);
    know(['-n', device(node)], 'eth0', machine.address);
  }
  return {
    hostOf,
    on: (node, program, ...args) => {
      const drop = [`--reuid=${runner.uid}`, `--regid=${runner.gid}`, '--clear-groups'];
      return ['ip', ...inside(node), 'setpriv', ...drop, program, ...args];
    },
    cut: (node) => ip('link', 'set', device(node), 'nomaster'),
    mend: (node) => ip('link', 'set', device(node), 'master', bridge),
    remove: () => {
      for (const [node] of nodes) ip('netns', 'delete', device(node)); // its cable goes with it
      ip('link', 'delete', bridge);
    },
  };
}

/** Returns a hardware address that only this IPv4 address has. */
function physical(host: string): string {
  const bytes = host.split('.').map((byte) => Number(byte).toString(16).padStart(2, '0'));
  return ['02', '00', ...bytes].join(':');
}

/** Tells a device where a host is, for good. */
const know = (namespace: readonly string[], device: string, host: string) =>
  ip(...namespace, 'neighbour', 'replace', host, 'lladdr', physical(host), 'dev', device, 'nud', 'permanent');

const ip = (...args: string[]) => void execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'inherit'] });
