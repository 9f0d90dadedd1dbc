import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { errorStatus } from '@quayside/contract/errors/error-codes.ts';
import { earlyError } from './error-answer.ts';

/** Answers a request that Node can't read, such as one with endless headers, and ends its connection. */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const isLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const code = isLarge ? 'PAYLOAD_TOO_LARGE' : isLate(error) ? 'REQUEST_TIMEOUT' : 'INVALID_REQUEST';
  const status = isLarge ? 431 : errorStatus[code];
  // Its language can't be read either.
  const body = JSON.stringify(earlyError(code, undefined, { field: 'HTTP' }));
  socket.write(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
  // Only to end it would leave the other half open for as long as the client likes.
  socket.destroySoon();
}

const isLate = ({ code }: NodeJS.ErrnoException) => code === 'ERR_HTTP_REQUEST_TIMEOUT';
