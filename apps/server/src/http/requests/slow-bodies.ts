import { PassThrough, type Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { minute } from '../../lib/time/durations.ts';
import { CallError } from '../errors.ts';

/** The time limit of a whole request, files included: 50 MB in a quarter of an hour is half a megabit a second. */
export const slowestUploadMs = 15 * minute;

/** The rest of a request that was answered before it had arrived. */
export interface RestOfBody {
  /** The time in which it is read, in milliseconds. */
  ms: number;
  /** The bytes that are read of it. */
  bytes: number;
}

/**
 * Many senders read an answer only after they have sent all of their file, so the rest of one is read. The time is
 * that of nginx. A file that an account may send is not larger than this.
 */
const longestRest: RestOfBody = { ms: 30_000, bytes: 64 * 1024 * 1024 };

/**
 * Ends requests whose body comes too slowly. Each holds a connection and memory, and a client that sends a byte a
 * minute could hold thousands at no cost. Calls with a file or a stream have `slowestUploadMs`. Once a request is
 * answered, only a short rest of it is read, of a file too: nobody needs it, and a refused sender must not hold the
 * connection.
 */
export function boundBodies(app: FastifyInstance, slowestMs: number, rest: Partial<RestOfBody> = {}): void {
  app.addHook('preParsing', (request, reply, payload, done) => {
    const { headers } = request;
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    if (mayHoldFile(request) || !hasBody) return done();
    const { bounded, drop } = endedAfter(payload, slowestMs, () => {
      // A refusal may have been sent although nobody had read the body.
      if (reply.raw.writableEnded) request.raw.socket.destroy();
      // Nobody reads the rest of the body.
      else reply.header('connection', 'close');
    });
    reply.raw.once('close', drop);
    done(null, bounded);
  });
  // An answer that was sent before all of the body had come leaves the rest of it unread.
  app.addHook('onResponse', (request, _reply, done) => {
    // Requests that the server sends to itself have no such field.
    if (request.raw.complete === false) endRest(request, { ...longestRest, ...rest });
    done();
  });
}

/** Closes the connection of an answered request if its rest does not arrive in time, or is too long. */
function endRest({ raw }: FastifyRequest, { ms, bytes }: RestOfBody): void {
  const { socket } = raw;
  const last = socket.bytesRead + bytes;
  const end = () => {
    stop();
    if (!raw.complete) socket.destroy();
  };
  // Node drops the rest itself and tells nobody how much it was.
  // It looks at the socket and listens to nothing: many requests share a socket, and each would add a listener.
  const isOver = () => raw.complete || socket.destroyed;
  const watch = setInterval(() => (isOver() ? stop() : socket.bytesRead > last && end()), 100).unref();
  const timer = setTimeout(end, ms).unref();
  const stop = () => {
    clearInterval(watch);
    clearTimeout(timer);
  };
}

/** DANGER: the type that the sender names decides nothing, else anybody could ask for the long time limit. */
function mayHoldFile({ routeOptions }: FastifyRequest): boolean {
  const { call } = routeOptions.config;
  return call !== undefined && (call.takesFile || call.formHoldsFile || call.takesStream !== undefined);
}

/**
 * Passes a body on, and ends it when its time is over.
 * @returns `drop` discards the rest once the answer was sent; the time limit still holds for it
 */
function endedAfter(payload: Readable, slowestMs: number, onLate: () => void) {
  const bounded = new PassThrough();
  const timer = setTimeout(() => {
    onLate();
    payload.unpipe(bounded);
    bounded.destroy(new CallError('REQUEST_TIMEOUT'));
  }, slowestMs);
  const stop = () => clearTimeout(timer);
  payload.once('end', stop);
  payload.once('close', stop);
  // DANGER: an error of a stream that nobody reads would end the process.
  bounded.on('error', () => undefined);
  payload.once('error', (error) => bounded.destroy(error));
  payload.pipe(bounded);
  const drop = () => {
    payload.unpipe(bounded);
    payload.resume();
  };
  return { bounded, drop };
}
