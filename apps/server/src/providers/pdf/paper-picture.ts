import type { Sharp } from 'sharp';

/** The most pixels that are unpacked: 5,000 by 5,000. */
const mostPixels = 25_000_000;
/** The size of a picture on paper. A sheet has fewer pixels at 300 dots to the inch. */
const sharpest = { width: 2_500, height: 3_500 };
const longestSeconds = 10;

/** A picture for paper, with its size in pixels. */
export interface PaperPicture {
  content: Buffer;
  width: number;
  height: number;
}

/**
 * Turns a picture that browsers show into one that a PDF can hold: the first of several, upright, and on white. It
 * becomes a JPEG if it may be a photograph.
 * @param type such as `image/png`
 * @returns null if it can't be read, or is too large
 */
export async function toPaperPicture(content: Buffer, type: string): Promise<PaperPicture | null> {
  try {
    return await drawn(await open(content), type);
  } catch {
    // The library has no program for some machines. A paper is still valid without the picture.
    return null;
  }
}

async function drawn(picture: Sharp, type: string): Promise<PaperPicture> {
  const onPaper = picture
    .autoOrient()
    .resize({ ...sharpest, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' });
  const mayBePhotograph = type === 'image/jpeg' || type === 'image/webp';
  const encoded = mayBePhotograph ? onPaper.jpeg({ quality: 90, chromaSubsampling: '4:4:4' }) : onPaper.png();
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
  return { content: data, width: info.width, height: info.height };
}

/** Opens a picture. The first one loads the library's program. */
async function open(content: Buffer): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  // A file can claim one of these types and hold something else, such as an SVG that names files of this server.
  sharp.block({ operation: ['VipsForeignLoad'] });
  const kinds = ['Nsgif', 'Webp', 'Png', 'Jpeg'];
  sharp.unblock({ operation: kinds.map((kind) => `VipsForeignLoad${kind}Buffer`) });
  return sharp(content, { limitInputPixels: mostPixels, failOn: 'error' }).timeout({ seconds: longestSeconds });
}
