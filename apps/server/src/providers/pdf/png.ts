import { PNG } from 'pngjs';

/** A PNG that can't be read, or is larger than it may be. */
export class UnreadablePng extends Error {
  override name = 'UnreadablePng';
}

const head = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * Unpacks a PNG. Its size is read before that, and no more is unpacked than that size has: a small file may be packed
 * from a huge one.
 * @throws UnreadablePng
 */
export function readPng(content: Buffer, limits: { width: number; height: number }): PNG {
  if (content.length < 33 || !content.subarray(0, 8).equals(head) || content.toString('latin1', 12, 16) !== 'IHDR')
    throw new UnreadablePng('no PNG');
  const width = content.readUInt32BE(16);
  const height = content.readUInt32BE(20);
  if (width < 1 || height < 1 || width > limits.width || height > limits.height) throw new UnreadablePng('too large');
  // An interlaced one is unpacked without a limit.
  if (content[28] !== 0) throw new UnreadablePng('interlaced');
  try {
    return PNG.sync.read(content);
  } catch (cause) {
    throw new UnreadablePng('damaged', { cause });
  }
}
