/** The PNG can't be read, or is too large. */
export class UnreadablePng extends Error {
  override name = 'UnreadablePng';
}

const head = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A picture's pixels on white, from black (0) to white (255). */
export interface Grey {
  width: number;
  height: number;
  pixels: Buffer;
}

/**
 * Unpacks a PNG beside the requests. DANGER: a small file can unpack to a huge one. So the size is read and checked
 * first, and no more than that is unpacked. One within the limits still takes a second, in which others must be served.
 * @throws UnreadablePng
 */
export async function readPng(content: Buffer, limits: { width: number; height: number }): Promise<Grey> {
  if (content.length < 33 || !content.subarray(0, 8).equals(head) || content.toString('latin1', 12, 16) !== 'IHDR')
    throw new UnreadablePng('no PNG');
  const width = content.readUInt32BE(16);
  const height = content.readUInt32BE(20);
  if (width < 1 || height < 1 || width > limits.width || height > limits.height) throw new UnreadablePng('too large');
  if (content[28] !== 0) throw new UnreadablePng('interlaced');
  const { default: sharp } = await import('sharp');
  try {
    const picture = sharp(content, { limitInputPixels: limits.width * limits.height, failOn: 'warning' });
    const pixels = await picture.flatten({ background: '#ffffff' }).greyscale().raw({ depth: 'uchar' }).toBuffer();
    return { width, height, pixels };
  } catch (cause) {
    throw new UnreadablePng('damaged', { cause });
  }
}
