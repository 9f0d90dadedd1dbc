import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { readEnvironment } from '../../lib/settings/env.ts';
import { createLog } from '../../lib/telemetry/log.ts';
import { openClamav } from './clamav.ts';
import { openScanner, tellMissingScanner } from './open-scanner.ts';

const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE', '!$H+H*'].join('');
let server: Server;
const sockets = new Set<Socket>();

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});

async function listen(talk: (socket: Socket) => void): Promise<{ host: string; port: number }> {
  server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    talk(socket);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return { host: '127.0.0.1', port: (server.address() as AddressInfo).port };
}

/** Starts a daemon that speaks INSTREAM, accepts `limit` bytes at most, and knows one virus. */
const daemon = (limit = 30_000_000) =>
  listen((socket) => {
    let received = Buffer.alloc(0);
    const answer = (text: string): void => void socket.end(`${text}\0`);
    socket.on('data', (data: Buffer): void => {
      received = Buffer.concat([received, data]);
      const command = received.subarray(0, 10).toString();
      if (received.length >= 10 && command !== 'zINSTREAM\0') return answer('UNKNOWN COMMAND');
      const pieces: Buffer[] = [];
      for (let at = 10; at + 4 <= received.length; ) {
        const length = received.readUInt32BE(at);
        const content = Buffer.concat(pieces);
        if (length === 0) return answer(content.includes(eicar) ? 'stream: Eicar-Signature FOUND' : 'stream: OK');
        if (content.length + length > limit) return answer('INSTREAM size limit exceeded. ERROR');
        pieces.push(received.subarray(at + 4, at + 4 + length));
        at += 4 + length;
      }
    });
  });

async function* pour(...pieces: (string | Uint8Array)[]) {
  for (const piece of pieces) yield Buffer.from(piece);
}

test('[DOC-4] a clean file is found clean, in pieces of any size', async () => {
  const clamav = openClamav(await daemon());
  expect(await clamav.scan(pour('a', '', Buffer.alloc(200_000), 'b'))).toEqual({ outcome: 'clean' });
  expect(await clamav.scan(pour())).toEqual({ outcome: 'clean' });
});

test('[DOC-4] a file that fills the connection in pieces is sent whole, and leaves no listeners behind', async () => {
  const warnings: string[] = [];
  const hear = ({ name }: Error) => void warnings.push(name);
  process.on('warning', hear);
  onTestFinished(() => void process.off('warning', hear));
  // More than the system keeps for a reader, so that each piece waits.
  const pieces = Array.from({ length: 20 }, () => Buffer.alloc(4_000_000, 1));
  const all = 'zINSTREAM\0'.length + 20 * 4_000_004 + 4;
  let received = 0;
  const counting = await listen((socket) => {
    socket.on('data', ({ byteLength }: Buffer) => {
      received += byteLength;
      if (received === all) socket.end('stream: OK\0');
    });
  });
  expect(await openClamav(counting).scan(pour(...pieces))).toEqual({ outcome: 'clean' });
  await new Promise(setImmediate);
  expect(warnings).toEqual([]);
});

test('[DOC-4] a virus is found, over the border of two pieces too', async () => {
  const clamav = openClamav(await daemon());
  const infected = { outcome: 'infected', name: 'Eicar-Signature' };
  expect(await clamav.scan(pour(eicar))).toEqual(infected);
  expect(await clamav.scan(pour(eicar.slice(0, 30), eicar.slice(30)))).toEqual(infected);
});

test('[DOC-4] a file beyond the daemon’s own limit could not be checked', async () => {
  const clamav = openClamav(await daemon(1_000));
  expect(await clamav.scan(pour('x'.repeat(1_001)))).toEqual({ outcome: 'unchecked', reason: 'too-large' });
});

test.each(['stream: Some failure ERROR', 'HTTP/1.1 200 OK', '', 'stream: OK, or not', 'x'.repeat(5_000)])(
  '[DOC-4] an answer that says neither is no leave: %s',
  async (said) => {
    const clamav = openClamav(await listen((socket) => socket.end(`${said}${said.length > 4_096 ? '' : '\0'}`)));
    expect(await clamav.scan(pour('x'))).toEqual({ outcome: 'unchecked', reason: 'failed' });
  },
);

test('[DOC-4] a daemon that says half a word and goes could not check', async () => {
  const clamav = openClamav(await listen((socket) => socket.end('stream: O')));
  expect(await clamav.scan(pour('x'))).toEqual({ outcome: 'unchecked', reason: 'failed' });
});

test('[DOC-4] a daemon that never answers, and one that never reads, are given up', async () => {
  const clamav = openClamav({ ...(await listen((socket) => socket.pause())), timeoutMs: 200 });
  expect(await clamav.scan(pour('x'))).toEqual({ outcome: 'unchecked', reason: 'timeout' });
  const endless = async function* () {
    for (;;) yield Buffer.alloc(1_000_000);
  };
  expect(await clamav.scan(endless())).toEqual({ outcome: 'unchecked', reason: 'timeout' });
});

test('[DOC-4] a connection that is reset could not check', async () => {
  const clamav = openClamav(await listen((socket) => void socket.once('data', () => socket.resetAndDestroy())));
  expect(await clamav.scan(pour('x', 'y'))).toEqual({ outcome: 'unchecked', reason: 'failed' });
});

test('[DOC-4] a daemon that isn’t there could not check', async () => {
  const gone = await listen(() => {});
  server.close();
  expect(await openClamav(gone).scan(pour('x'))).toEqual({ outcome: 'unchecked', reason: 'unreachable' });
});

test('[DOC-4] an upload that breaks off is told as that', async () => {
  const clamav = openClamav(await daemon());
  async function* broken() {
    yield Buffer.from('x');
    throw new Error('the customer went away');
  }
  await expect(clamav.scan(broken())).rejects.toThrow('the customer went away');
});

test('[DOC-4] without a scanner the log says so, once; in production as a warning', async () => {
  await listen(() => {});
  const logged: { level: number; msg: string }[] = [];
  const log = createLog('info', { write: (line: string) => void logged.push(JSON.parse(line)) });
  const none = openScanner(readEnvironment({}));
  expect(none).toBeNull();
  tellMissingScanner(none, { nodeEnv: 'production' }, log);
  tellMissingScanner(none, { nodeEnv: 'development' }, log);
  const said = expect.stringContaining('no virus scanner is configured');
  const [warn, info] = [40, 30];
  expect(logged).toMatchObject([
    { level: warn, msg: said },
    { level: info, msg: said },
  ]);
  const clamav = openScanner(readEnvironment({ CLAMAV_HOST: 'localhost' }));
  expect(clamav).not.toBeNull();
  tellMissingScanner(clamav, { nodeEnv: 'production' }, log);
  expect(logged).toHaveLength(2);
});
