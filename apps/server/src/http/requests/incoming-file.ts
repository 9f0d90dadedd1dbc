import type { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import type { Call } from '@quayside/contract/shared/call.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CallError } from '../errors.ts';

/** A file that comes with a request. */
export interface IncomingFile {
  /** The name that the sender gives it, which may be false. */
  name: string;
  /** The type that the sender gives the body of a call that takes a stream. */
  contentType?: string;
  /** It flows once, as fast as it is read, and fails if the sender breaks off. */
  content: AsyncIterable<Uint8Array>;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The file of a call that takes one; null if none came. */
    incomingFile?: IncomingFile | null;
  }
}

/** Fields are ids and words. The reader limits the size of the file. */
const limits = { fields: 10, fieldNameSize: 100, fieldSize: 1_000, files: 1, fileSize: Infinity, headerPairs: 20 };

/** Accepts forms with a file within a scope, and nothing else. */
export async function acceptFile(scope: FastifyInstance): Promise<void> {
  scope.removeAllContentTypeParsers();
  await scope.register(multipart, { limits });
}

/** Accepts bodies of these types within a scope, and nothing else. The handler reads a body as it arrives. */
export function acceptStream(
  scope: FastifyInstance,
  { takesStream = {}, maxBytes = Infinity }: Pick<Call, 'takesStream' | 'maxBytes'>,
): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(Object.keys(takesStream), (request, payload, done) => {
    // Refused before a byte of it is stored. The reader limits a body that does not say how long it is.
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) return done(new CallError('PAYLOAD_TOO_LARGE'));
    const [contentType = ''] = (request.headers['content-type'] ?? '').split(';');
    // The end of the loop must not destroy the request: its sender still waits for the answer.
    const content = (payload as Readable).iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
    request.incomingFile = { name: '', contentType: contentType.trim().toLowerCase(), content: asSent(content) };
    done(null, {});
  });
}

/** Reads a form up to its file, which must be the last part, and makes its fields the request's body. */
export async function readFieldsBeforeFile(request: FastifyRequest): Promise<void> {
  if (!request.isMultipart()) throw new CallError('UNSUPPORTED_MEDIA_TYPE');
  const fields: Record<string, unknown> = {};
  request.body = fields;
  request.incomingFile = null;
  // A sender that has gone sends no event, so the form would be awaited for ever.
  if (request.raw.destroyed) throw brokenOff(request.raw.errored);
  // Not `for await`: leaving the loop would close the file that is still to be read.
  const parts = request.parts()[Symbol.asyncIterator]();
  try {
    for (let next = await parts.next(); next.done !== true; next = await parts.next()) {
      const part = next.value;
      if (part.type === 'file') {
        request.incomingFile = { name: part.filename, content: asSent(part.file) };
        return;
      }
      fields[part.fieldname] = part.value;
    }
  } catch (cause) {
    throw brokenOff(cause);
  }
}

/**
 * Discards the unread rest of a request. A sender who is refused half-way reads the answer only after sending all of
 * it, and the connection's next request comes after that.
 */
export function dropRest({ raw }: FastifyRequest): void {
  raw.unpipe();
  raw.resume();
}

async function* asSent(file: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const chunks = file[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await chunks.next().catch((cause: unknown) => Promise.reject(brokenOff(cause)));
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    await chunks.return?.();
  }
}

const brokenOff = (cause: unknown) => new CallError('INVALID_REQUEST', { values: { field: 'file' }, cause });
