import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Returns the first of `count` ports in a row that are free now, and keeps them from every other caller on this machine
 * until this process ends: the program that will listen there starts later, and may start again.
 */
export async function findFreePorts(count: number): Promise<number> {
  for (;;) {
    // Below the range from which the system assigns ports by itself.
    const first = 12_000 + Math.floor(Math.random() * 18_000);
    const ports = Array.from({ length: count }, (_, index) => first + index);
    if ((await keep(ports)) && (await Promise.all(ports.map(isFree))).every(Boolean)) return first;
  }
}

/**
 * Binds the same ports of UDP, which nothing here uses otherwise. The system lets one process have them, and releases
 * them at its end, however it ends.
 * @returns false if somebody has one of them. Then none is kept
 */
async function keep(ports: readonly number[]): Promise<boolean> {
  const sockets = ports.map((port) => {
    const socket = createSocket('udp4').unref();
    const bound = once(socket, 'listening');
    socket.bind({ port, address: '127.0.0.1', exclusive: true });
    return { socket, bound };
  });
  const results = await Promise.allSettled(sockets.map(({ bound }) => bound));
  const areKept = results.every(({ status }) => status === 'fulfilled');
  if (!areKept) for (const { socket } of sockets) socket.close();
  return areKept;
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
    return true;
  } catch {
    return false;
  }
}
