import { PassThrough, type Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
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
    const isForm = headers['content-type']?.startsWith('multipart/') === true;
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    if (isForm || !hasBody) return done();
    const onLate = () => {
      // Nobody reads the rest of the body.
      reply.header('connection', 'close');
    };
    const { bounded, stop } = endedAfter(payload, slowestMs, onLate);
    // A refusal may be sent although nobody has read the body.
    reply.raw.once('close', stop);
    done(null, bounded);
  });
}

function endedAfter(payload: Readable, slowestMs: number, onLate: () => void) {
  const bounded = new PassThrough();
  const timer = setTimeout(() => {
    onLate();
    payload.unpipe(bounded);
    bounded.destroy(new CallError('REQUEST_TIMEOUT'));
  }, slowestMs);
  const stop = () => clearTimeout(timer);
  bounded.once('close', stop);
  // DANGER: an error of a stream that nobody reads would end the process.
  bounded.on('error', stop);
  payload.once('error', (error) => bounded.destroy(error));
  payload.pipe(bounded);
  return { bounded, stop };
}
