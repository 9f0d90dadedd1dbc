import { once } from 'node:events';
import { createServer } from 'node:net';

/** Returns the first of `count` ports in a row that are free now. */
export async function findFreePorts(count: number): Promise<number> {
  for (;;) {
    // Below the range from which the system assigns ports by itself.
    const first = 12_000 + Math.floor(Math.random() * 18_000);
    const ports = Array.from({ length: count }, (_, index) => first + index);
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return first;
  }
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
