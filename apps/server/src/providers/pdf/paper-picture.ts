import type { Sharp } from 'sharp';

/** Kinds of pictures that browsers show and PDF doesn't know. */
export type ForeignPicture = 'image/gif' | 'image/webp';

/** No larger is unpacked: 5,000 by 5,000. */
const mostPixels = 25_000_000;
/** More pixels than a sheet's width and height have at 300 dots to the inch. */
const sharpest = { width: 2_500, height: 3_500 };
const longestSeconds = 10;

/**
 * A GIF or a WebP as a picture that a PDF can hold: the first of several, on white, as a JPEG where it may be a
 * photograph. Null where it can't be read, or is too large.
 */
export async function toPaperPicture(content: Buffer, type: ForeignPicture) {
  try {
    return await drawn(await open(content), type);
  } catch {
    // Neither on a machine that the library has no program for: a paper without a picture is still one.
    return null;
  }
}

async function drawn(picture: Sharp, type: ForeignPicture) {
  const onPaper = picture
    .autoOrient()
    .resize({ ...sharpest, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' });
  return type === 'image/gif'
    ? { type: 'image/png', content: await onPaper.png().toBuffer() }
    : { type: 'image/jpeg', content: await onPaper.jpeg({ quality: 90, chromaSubsampling: '4:4:4' }).toBuffer() };
}

/** The library's program is loaded with the first picture that needs it. */
async function open(content: Buffer): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  // What says it is one of these may be anything, such as an SVG that names files of this server.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadNsgifBuffer', 'VipsForeignLoadWebpBuffer'] });
  return sharp(content, { limitInputPixels: mostPixels, failOn: 'error' }).timeout({ seconds: longestSeconds });
}
