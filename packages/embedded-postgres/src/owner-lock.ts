import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/**
 * The path of the owner's socket. The process that serves a database listens on it and says who it is. The system
 * closes the socket with its process, however that ends, so an answer means: the database is held now.
 */
const socketIn = (sockets: string) => join(sockets, 'owner');

/** Returns the owner of the database whose sockets are in this folder; undefined if there is none. */
export async function findOwner(sockets: string): Promise<string | undefined> {
  const path = socketIn(sockets);
  if (!existsSync(path)) return undefined;
  const connection = connect(path);
  // The limit is long, and answers that arrived meanwhile are read first: a slow machine loads the program for
  // seconds.
  connection.setTimeout(15_000, () => setImmediate(() => connection.destroy(new Error('no answer'))));
  try {
    return await text(connection);
  } catch (error) {
    // Refused or gone: the owner ended without closing the socket. Any other error (no permission, no answer) means
    // that somebody is there.
    const code = (error as NodeJS.ErrnoException).code;
    return code === 'ECONNREFUSED' || code === 'ENOENT' ? undefined : 'another process';
  }
}

/**
 * Takes the database for this process.
 * @param who the description that a second start shows, e.g. "process 4711 in /srv/quayside"
 * @returns the lock to release, or undefined if another process was faster
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
