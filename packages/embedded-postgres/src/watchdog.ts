/**
 * Runs PostgreSQL, and outlives the server by the seconds that it needs to stop PostgreSQL. The system cuts the
 * channel to the server when the server is gone, SIGKILL included; that ends the watchdog too. The watchdog runs in
 * a session of its own: Ctrl-C reaches only the server, which stops PostgreSQL when nobody needs it any more.
 */
import { spawn, spawnSync } from 'node:child_process';
import { openSync } from 'node:fs';
import { endPostgres, endPostgresGently } from './orphan.ts';

/** The watchdog's only argument, as JSON. */
export type Watched = { command: string; args: string[]; log: string; uid?: number; gid?: number };

const { command, args, log, ...user } = JSON.parse(process.argv[2] ?? '') as Watched;
const output = openSync(log, 'a');
const [program = '', ...given] = [...withItsParent(), command, ...args];
const postgres = spawn(program, given, { ...user, cwd: '/', stdio: ['ignore', output, output] });

const pid = postgres.pid ?? 0;
const end = () => void (pid !== 0 && endPostgres(pid, 2500));

process.once('message', () => void (pid !== 0 && endPostgresGently(pid))); // the server asks, so there is time
process.once('disconnect', end); // the server is gone
if (!process.connected) end(); // the server was gone before we listened
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end);
process.on('SIGHUP', () => {}); // the server decides if it outlives its terminal
postgres.once('error', () => process.exit(1));
postgres.once('exit', (code) => process.exit(code ?? 1));

/**
 * Returns a prefix that makes Linux tell PostgreSQL when its parent is gone. So it also stops if server and
 * watchdog are killed at once.
 */
function withItsParent(): string[] {
  const setpriv = ['setpriv', '--pdeathsig', 'INT'];
  const [name = '', ...flags] = setpriv;
  return spawnSync(name, [...flags, 'true'], { stdio: 'ignore' }).status === 0 ? setpriv : [];
}
