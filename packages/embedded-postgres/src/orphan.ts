import { existsSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { EmbeddedPostgresError } from './postgres-error.ts';
import { findOwner } from './owner-lock.ts';

/** The facts that a running PostgreSQL writes to its data folder (src/include/utils/pidfile.h). */
export type PidFile = { pid: number; sockets: string; ready: boolean };

/** Reads `postmaster.pid`; undefined if there is none or it is not complete. */
export function readPidFile(data: string): PidFile | undefined {
  const path = join(data, 'postmaster.pid');
  if (!existsSync(path)) return undefined;
  const lines = readFileSync(path, 'utf8').split('\n');
  const pid = Number(lines[0]);
  return Number.isInteger(pid) && pid > 0
    ? { pid, sockets: lines[4] ?? '', ready: lines[7]?.trim() === 'ready' }
    : undefined;
}

/**
 * Ends a PostgreSQL that outlived its server and its watchdog, and removes the file of one that is gone. Call it
 * only while you hold the owner lock.
 * @throws EmbeddedPostgresError if a server that listens elsewhere holds the database
 */
export async function endOrphan(data: string, ourSockets: string): Promise<void> {
  const pidFile = readPidFile(data);
  if (pidFile === undefined) return;
  if (!isAlive(pidFile.pid) || !worksIn(pidFile.pid, data)) {
    // its process is gone, and another one may have the number by now
    rmSync(join(data, 'postmaster.pid'), { force: true });
    return;
  }
  const elsewhere = pidFile.sockets !== '' && pidFile.sockets !== ourSockets;
  const owner = elsewhere ? await findOwner(pidFile.sockets) : undefined;
  if (owner !== undefined)
    throw new EmbeddedPostgresError('held', `The database in ${data} is held by ${owner}. Stop that one first.`);
  await endPostgres(pidFile.pid, 10_000);
}

/**
 * Stops a PostgreSQL: it cuts connections and stores its work. If it still runs after `patience` milliseconds, it
 * is killed.
 */
export function endPostgres(pid: number, patience: number): Promise<void> {
  return signalInTurn(pid, [
    ['SIGINT', patience],
    ['SIGQUIT', 1000],
    ['SIGKILL', 1000],
  ]);
}

/** Stops a PostgreSQL when there is time: connections that are just closing may finish. */
export function endPostgresGently(pid: number): Promise<void> {
  return signalInTurn(pid, [
    ['SIGTERM', 1000],
    ['SIGINT', 30_000],
    ['SIGQUIT', 1000],
  ]);
}

async function signalInTurn(pid: number, turns: [signal: NodeJS.Signals, patience: number][]): Promise<void> {
  for (const [signal, patience] of turns) {
    if (!isAlive(pid)) return;
    send(pid, signal);
    for (let waited = 0; waited < patience && isAlive(pid); waited += 20) await pause(20);
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended between the check and the signal.
  }
}

/** Tells if a process runs, with any owner. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Tells if a process has ended and its parent has not collected it. In a container without an init process that
 * lasts for ever.
 */
function isZombie(pid: number): boolean {
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/**
 * Tells if a process works in the data folder, as PostgreSQL does. If the system can't say (macOS), the answer is
 * yes.
 */
function worksIn(pid: number, data: string): boolean {
  if (!existsSync('/proc/self/cwd')) return true;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === data;
  } catch {
    return false;
  }
}
