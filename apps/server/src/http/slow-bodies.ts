import { PassThrough, type Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CallError } from './errors.ts';

/** The time limit of a whole request, files included: 50 MB in a quarter of an hour is half a megabit a second. */
export const slowestUploadMs = 15 * 60_000;

/**
 * Ends requests whose body comes too slowly. Each holds a connection and memory, and a client that sends a byte a
 * minute could hold thousands at no cost. Calls with a file have `slowestUploadMs`.
 */
export function boundBodies(app: FastifyInstance, slowestMs: number): void {
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
  // An answer that was sent before the body was parsed leaves the rest of it unread.
  app.addHook('onResponse', (request, _reply, done) => {
    const { raw } = request;
    // Requests that the server makes of itself have no such field.
    if (raw.complete === false && !mayHoldFile(request)) {
      const timer = setTimeout(() => raw.destroy(), slowestMs).unref();
      raw.once('close', () => clearTimeout(timer));
    }
    done();
  });
}

/** DANGER: the type that the sender names decides nothing, else anybody could ask for the long time limit. */
function mayHoldFile({ routeOptions }: FastifyRequest): boolean {
  const { call } = routeOptions.config;
  return call !== undefined && (call.takesFile || call.formHoldsFile);
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
