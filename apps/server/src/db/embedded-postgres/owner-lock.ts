import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/**
 * Whoever serves a database listens on a socket beside it and tells who it is. The system closes that socket with
 * its process, however the process ended, so an answer means: held, now.
 */
const socketIn = (sockets: string) => join(sockets, 'owner');

/** Who holds the database whose sockets are in this folder; undefined when nobody does. */
export async function findOwner(sockets: string): Promise<string | undefined> {
  const path = socketIn(sockets);
  if (!existsSync(path)) return undefined;
  const connection = connect(path);
  // Long, and with what arrived meanwhile heard first: on a slow machine we are busy for seconds, loading the program.
  connection.setTimeout(15_000, () => setImmediate(() => connection.destroy(new Error('no answer'))));
  try {
    return await text(connection);
  } catch (error) {
    // refused or gone: its process ended without closing it. Anything else (no right, no answer): somebody is there.
    const code = (error as NodeJS.ErrnoException).code;
    return code === 'ECONNREFUSED' || code === 'ENOENT' ? undefined : 'another process';
  }
}

/**
 * Takes the database for this process.
 * @param who what a second start is told, e.g. "process 4711 in /srv/quayside"
 * @returns the lock to release, or undefined when another process was faster
 */
export async function takeOwnership(
  sockets: string,
  who: string,
): Promise<{ release: () => Promise<void> } | undefined> {
  const server = createServer((connection) => connection.on('error', () => {}).end(who));
  if (!(await listens(server, sockets))) return undefined;
  server.unref();
  return {
    release: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}

async function listens(server: Server, sockets: string): Promise<boolean> {
  if ((await findOwner(sockets)) !== undefined) return false;
  rmSync(socketIn(sockets), { force: true });
  server.listen(socketIn(sockets));
  try {
    await once(server, 'listening');
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
    throw error;
  }
}
