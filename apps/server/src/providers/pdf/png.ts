import { PNG } from 'pngjs';

/** The PNG can't be read, or is too large. */
export class UnreadablePng extends Error {
  override name = 'UnreadablePng';
}

const head = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * Unpacks a PNG. DANGER: a small file can unpack to a huge one. So the size is read and checked first, and no more than
 * that is unpacked.
 * @throws UnreadablePng
 */
export function readPng(content: Buffer, limits: { width: number; height: number }): PNG {
  if (content.length < 33 || !content.subarray(0, 8).equals(head) || content.toString('latin1', 12, 16) !== 'IHDR')
    throw new UnreadablePng('no PNG');
  const width = content.readUInt32BE(16);
  const height = content.readUInt32BE(20);
  if (width < 1 || height < 1 || width > limits.width || height > limits.height) throw new UnreadablePng('too large');
  // The library unpacks interlaced PNGs without a limit.
  if (content[28] !== 0) throw new UnreadablePng('interlaced');
  try {
    return PNG.sync.read(content);
  } catch (cause) {
    throw new UnreadablePng('damaged', { cause });
  }
}
