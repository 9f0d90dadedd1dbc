import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressors = {
  br: (content: Buffer) => promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: promisify(gzip) as (content: Buffer) => Promise<Buffer>,
  identity: async (content: Buffer) => content,
};

export type Encoding = keyof typeof compressors;

/** Returns the smallest encoding that a client accepts, by its Accept-Encoding. */
export function negotiateEncoding(header: string | undefined): Encoding {
  const takes = (name: string) => new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(header ?? '');
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : 'identity';
}

/** Compresses a content, off the event loop. */
export function compress(content: Buffer, encoding: Encoding): Promise<Buffer> {
  return compressors[encoding](content);
}
