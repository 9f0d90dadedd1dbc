import { CallError } from '../../../http/errors.ts';
import { type Grey, readPng, UnreadablePng } from '../../../providers/pdf/png.ts';

/** The pad is 500 by 300 points, with four pixels to the point on the sharpest screens. */
const limits = { width: 2_000, height: 1_500 };

/** Decision C2.53: a line of 20 points on a pad 500 wide, drawn five thick. */
const shortest = 20 / 500;

const dataUrl = /^data:image\/png;base64,([A-Za-z0-9+/]+={0,2})$/;

/**
 * Checks that an image is a signature: a PNG of a pad's size with a line that is more than a dot.
 * @throws CallError SIGNATURE_UNUSABLE, SIGNATURE_TOO_SHORT
 */
export async function checkSignatureImage(url: string): Promise<void> {
  const [, base64] = dataUrl.exec(url) ?? [];
  if (base64 === undefined) throw new CallError('SIGNATURE_UNUSABLE');
  const drawing = await readSignature(Buffer.from(base64, 'base64'));
  if (drawnLength(drawing) < shortest) throw new CallError('SIGNATURE_TOO_SHORT');
}

async function readSignature(content: Buffer): Promise<Grey> {
  try {
    return await readPng(content, limits);
  } catch (cause) {
    if (cause instanceof UnreadablePng) throw new CallError('SIGNATURE_UNUSABLE', { cause });
    throw cause;
  }
}

/**
 * Returns the extent of the drawing as a part of the image's width. The drawing is everything that differs from the
 * background, transparent or coloured.
 */
function drawnLength({ width, height, pixels }: Grey): number {
  let [left, right, top, bottom] = [width, -1, height, -1];
  const ground = pixels[0] ?? 255;
  for (let place = 0; place < width * height; place += 1) {
    if (Math.abs((pixels[place] ?? ground) - ground) <= 48) continue;
    const x = place % width;
    const y = Math.floor(place / width);
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return right < 0 ? 0 : Math.hypot(right - left, bottom - top) / width;
}
