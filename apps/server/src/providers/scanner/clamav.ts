import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { FileScanner, ScanResult } from './file-scanner.ts';

export interface ClamavSettings {
  host: string;
  port: number;
  /** The limit of a whole scan. */
  timeoutMs?: number;
}

/** ClamAV answers with one line. A longer one comes from something else. */
const longestAnswer = 4_096;

/** Asks ClamAV's daemon over TCP (INSTREAM). The file is sent in pieces and stored nowhere on its way. */
export function openClamav({ host, port, timeoutMs = 60_000 }: ClamavSettings): FileScanner {
  return {
    async scan(content) {
      const socket = connect({ host, port });
      const answer = answerOf(socket, timeoutMs);
      try {
        await Promise.race([sendAll(socket, content), answer]);
        return await answer;
      } finally {
        socket.destroy();
      }
    },
  };
}

/** Resolves once, with the first event that ends the conversation. */
function answerOf(socket: Socket, timeoutMs: number): Promise<ScanResult> {
  return new Promise((resolve) => {
    let connected = false;
    let reply = '';
    const end = (reason: 'unreachable' | 'timeout' | 'failed') => resolve({ outcome: 'unchecked', reason });
    const timer = setTimeout(() => end('timeout'), timeoutMs);
    socket.once('connect', () => (connected = true));
    socket.on('error', () => end(connected ? 'failed' : 'unreachable'));
    socket.once('close', () => {
      clearTimeout(timer);
      end('failed');
    });
    socket.on('data', (data) => {
      reply += data.toString('utf8');
      const length = reply.indexOf('\0');
      if (length >= 0) resolve(meaningOf(reply.slice(0, length)));
      else if (reply.length > longestAnswer) end('failed');
    });
  });
}

function meaningOf(answer: string): ScanResult {
  if (answer === 'stream: OK') return { outcome: 'clean' };
  const [, name] = /^stream: (.+) FOUND$/.exec(answer) ?? [];
  if (name !== undefined) return { outcome: 'infected', name };
  return { outcome: 'unchecked', reason: answer.includes('size limit exceeded') ? 'too-large' : 'failed' };
}

/** Sends each piece with its length before it; an empty one is the end. Waits if the daemon is slower than the file. */
async function sendAll(socket: Socket, content: AsyncIterable<Uint8Array>): Promise<void> {
  const gone = closed(socket);
  const write = async (data: Uint8Array) => {
    if (!socket.destroyed && !socket.write(data)) await Promise.race([once(socket, 'drain'), gone]);
  };
  await write(Buffer.from('zINSTREAM\0'));
  for await (const piece of content) {
    if (socket.destroyed) return;
    if (piece.byteLength > 0) await write(Buffer.concat([lengthOf(piece), piece]));
  }
  await write(lengthOf(new Uint8Array()));
}

/** Resolves when a socket closes. `answerOf` reports the failure; this only ends the wait. */
const closed = (socket: Socket) => new Promise<void>((resolve) => void socket.once('close', () => resolve()));

function lengthOf({ byteLength }: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(byteLength);
  return length;
}
