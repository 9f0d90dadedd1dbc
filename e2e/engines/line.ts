import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A connection to the server that can be cut, as a phone loses it: the browser itself stays online. */
export interface Line {
  /** The address of a marina through this line. */
  url: string;
  cut: () => void;
  mend: () => Promise<void>;
}

/** Opens a line to a marina. @param url the marina's own address */
export async function openLine(url: string): Promise<Line> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let server: Server | undefined;
  let port = 0;
  const mend = async () => {
    server = createServer((near) => joinTo(Number(target.port), near, sockets)).listen(port, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  };
  const cut = () => {
    server?.close();
    for (const socket of sockets) socket.destroy();
  };
  await mend();
  return { url: `${target.protocol}//${target.hostname}:${port}`, cut, mend };
}

function joinTo(port: number, near: Socket, sockets: Set<Socket>): void {
  const far = connect(port, '127.0.0.1');
  sockets.add(near);
  for (const [one, other] of [
    [near, far],
    [far, near],
  ] as const) {
    one.pipe(other);
    one.on('error', () => other.destroy());
    one.on('close', () => {
      other.destroy();
      sockets.delete(one);
    });
  }
}
