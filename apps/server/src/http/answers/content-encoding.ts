import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import type { Encoding } from '../../lib/texts/negotiation.ts';
import { CallError } from '../errors.ts';

const compressors: Record<Encoding, (content: Buffer) => Promise<Buffer>> = {
  br: (content: Buffer) => promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: promisify(gzip) as (content: Buffer) => Promise<Buffer>,
  identity: async (content: Buffer) => content,
};

/** Compresses a content, off the event loop. */
export function compress(content: Buffer, encoding: Encoding): Promise<Buffer> {
  return compressors[encoding](content);
}

/** Some clients name a character set here by mistake, which harms nobody. */
const compressed = /\b(gzip|deflate|compress|br|zstd)\b/i;

/**
 * Refuses a compressed body before it is read: the server unpacks none, and a packed body would look damaged.
 * @throws CallError UNSUPPORTED_MEDIA_TYPE
 */
export function refuseCompressed({ headers }: FastifyRequest): void {
  if (compressed.test(headers['content-encoding'] ?? ''))
    throw new CallError('UNSUPPORTED_MEDIA_TYPE', { variant: 'compressed' });
}
