import type { Sharp } from 'sharp';

/** No larger is unpacked: 5,000 by 5,000. */
const mostPixels = 25_000_000;
/** More pixels than a sheet's width and height have at 300 dots to the inch. */
const sharpest = { width: 2_500, height: 3_500 };
const longestSeconds = 10;

/** A picture as paper can show it; its size is in pixels. */
export interface PaperPicture {
  content: Buffer;
  width: number;
  height: number;
}

/**
 * A picture that browsers show as one that a PDF can hold: the first of several, upright, on white, as a JPEG where it
 * may be a photograph. Null where it can't be read, or is too large.
 * @param type such as `image/png`
 */
export async function toPaperPicture(content: Buffer, type: string): Promise<PaperPicture | null> {
  try {
    return await drawn(await open(content), type);
  } catch {
    // Neither on a machine that the library has no program for: a paper without a picture is still one.
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

/** The library's program is loaded with the first picture that needs it. */
async function open(content: Buffer): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  // A file can claim one of these types and be anything, such as an SVG that names files of this server.
  sharp.block({ operation: ['VipsForeignLoad'] });
  const kinds = ['Nsgif', 'Webp', 'Png', 'Jpeg'];
  sharp.unblock({ operation: kinds.map((kind) => `VipsForeignLoad${kind}Buffer`) });
  return sharp(content, { limitInputPixels: mostPixels, failOn: 'error' }).timeout({ seconds: longestSeconds });
}
