import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Encoding } from '../lib/negotiation.ts';

const compressors: Record<Encoding, (content: Buffer) => Promise<Buffer>> = {
  br: (content: Buffer) => promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: promisify(gzip) as (content: Buffer) => Promise<Buffer>,
  identity: async (content: Buffer) => content,
};

/** Compresses a content, off the event loop. */
export function compress(content: Buffer, encoding: Encoding): Promise<Buffer> {
  return compressors[encoding](content);
}
