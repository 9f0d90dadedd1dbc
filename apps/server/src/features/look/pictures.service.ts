import { createHash } from 'node:crypto';
import { contrast } from '@quayside/contract/tenant/contrast.ts';
import type { Sharp } from 'sharp';
import type { LookFile } from '../../lib/settings/look-files.ts';
import { cleanSvg, UnusablePicture } from './clean-svg.rules.ts';

/** The parts of a marina's look that are pictures. */
export type PicturePart = 'logo' | 'icon' | 'background';

interface Rules {
  /** In bytes. */
  largest: number;
  types: readonly ('svg' | 'png' | 'jpeg' | 'webp')[];
  /** In pixels, for pictures that are no SVG. */
  least: { width: number; height: number };
  /** The width divided by the height. */
  ratio: { least: number; most: number };
  /** Larger pictures are made smaller. In pixels. */
  widest: number;
}

const rules: Record<PicturePart, Rules> = {
  logo: {
    largest: 500_000,
    types: ['svg', 'png'],
    least: { width: 72, height: 72 },
    ratio: { least: 0.5, most: 8 },
    widest: 1_200,
  },
  icon: {
    largest: 200_000,
    types: ['svg', 'png'],
    least: { width: 48, height: 48 },
    ratio: { least: 0.99, most: 1.01 },
    widest: 512,
  },
  background: {
    largest: 8_000_000,
    types: ['svg', 'png', 'jpeg', 'webp'],
    least: { width: 800, height: 500 },
    ratio: { least: 0.3, most: 4 },
    widest: 2_000,
  },
};

/** The least contrast of a logo with white paper and pages: that of graphics (WCAG 1.4.11). */
const leastContrast = 3;
/** The part of a logo's pixels that has to reach it. */
const leastShare = 0.05;
/** The height of the picture for mails, in pixels. */
const mailHeight = 144;

export interface CheckedPicture extends LookFile {
  hash: string;
  ending: string;
  /** The findings and changes, for the operator. */
  told: string[];
}

/**
 * Checks a picture by its content, and makes what the portal stores: an SVG without anything that runs or loads, or a
 * picture without the facts that a camera adds.
 * @throws UnusablePicture
 */
export async function checkPicture(part: PicturePart, given: Buffer): Promise<CheckedPicture> {
  const { largest, types } = rules[part];
  if (given.length > largest)
    throw new UnusablePicture(
      `has ${given.length.toLocaleString('en')} bytes: at most ${largest.toLocaleString('en')}.`,
    );
  const isSvg = /<svg[\s>]/i.test(given.subarray(0, 2_000).toString('utf8'));
  return isSvg ? checkSvg(part, given.toString('utf8')) : checkPixels(part, given, types);
}

async function checkSvg(part: PicturePart, given: string): Promise<CheckedPicture> {
  const { svg, removed } = cleanSvg(given);
  const [, , wide = 0, high = 1] = (/viewBox="([^"]*)"/.exec(svg)?.[1] ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  checkRatio(part, wide, high);
  const content = Buffer.from(svg);
  // Programs that draw SVG for mails know no schemes: the light one counts.
  const light = Buffer.from(svg.replace(/@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, ''));
  const told = removed.length > 0 ? [`Removed: ${removed.join(', ')}.`] : [];
  if (part === 'background') return asFile(content, { type: 'image/svg+xml', ending: 'svg', picture: null, told });
  const picture = await forMails(await openSvg(light, Math.ceil((72 * mailHeight) / high)));
  return asFile(content, {
    type: 'image/svg+xml',
    ending: 'svg',
    picture: part === 'logo' ? picture : null,
    told: [...told, ...(part === 'logo' ? [await tellContrast(picture)] : [])],
  });
}

/**
 * Opens an SVG of ours, or one that was cleaned. A paper with a picture forbids SVG in the whole process
 * (`providers/pdf/paper-picture.ts`), so it is allowed again. The next such paper forbids it again.
 * @param density in dots per inch
 */
export async function openSvg(content: Buffer, density = 72): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] });
  return sharp(content, { density: Math.min(Math.max(density, 1), 2_400), limitInputPixels: 50_000_000 });
}

/** Makes a picture as high as mails need it. */
const forMails = (picture: Sharp): Promise<Buffer> => picture.resize({ height: mailHeight }).png().toBuffer();

async function checkPixels(part: PicturePart, given: Buffer, types: Rules['types']): Promise<CheckedPicture> {
  const { default: sharp } = await import('sharp');
  const { least, widest } = rules[part];
  const facts = await sharp(given, { limitInputPixels: 50_000_000 })
    .metadata()
    .catch(() => null);
  const format = types.find((type) => type === facts?.format);
  if (!facts || format === undefined)
    throw new UnusablePicture(`is none of the types ${types.map((type) => type.toUpperCase()).join(', ')}.`);
  const { width, height } = facts.autoOrient;
  if (width < least.width || height < least.height)
    throw new UnusablePicture(`has ${width} × ${height} pixels: at least ${least.width} × ${least.height}.`);
  checkRatio(part, width, height);
  const content = await sharp(given)
    .autoOrient()
    .resize({ width: widest, withoutEnlargement: true })
    .toFormat(format)
    .toBuffer();
  const told = width > widest ? [`Made smaller: ${width} pixels wide before, ${widest} now.`] : [];
  const picture = part === 'logo' ? await forMails(sharp(content, { limitInputPixels: 50_000_000 })) : null;
  if (picture) told.push(await tellContrast(picture));
  return asFile(content, { type: `image/${format}`, ending: format === 'jpeg' ? 'jpg' : format, picture, told });
}

function checkRatio(part: PicturePart, width: number, height: number): void {
  const { least, most } = rules[part].ratio;
  const ratio = width / height;
  if (ratio >= least && ratio <= most) return;
  if (part === 'icon') throw new UnusablePicture(`is ${width} × ${height}: an icon is a square.`);
  throw new UnusablePicture(`is ${width} × ${height}: the width has to be ${least} to ${most} times the height.`);
}

/** Says how well a logo stands out on white. @throws UnusablePicture if nobody could see it there */
async function tellContrast(picture: Buffer): Promise<string> {
  const { default: sharp } = await import('sharp');
  const { data } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const found: number[] = [];
  for (let at = 0; at < data.length; at += 4) {
    if ((data[at + 3] ?? 0) < 128) continue;
    const hex = [data[at], data[at + 1], data[at + 2]].map((value = 0) => value.toString(16).padStart(2, '0')).join('');
    found.push(contrast(`#${hex}`, '#ffffff'));
  }
  if (found.length === 0) throw new UnusablePicture('shows nothing: all of it is transparent.');
  const best = found.toSorted((a, b) => b - a)[Math.floor(found.length * leastShare)] ?? 1;
  if (best < leastContrast)
    throw new UnusablePicture(
      `has a contrast of ${best.toFixed(1)} to 1 with white, the ground of pages, mails and papers: at least ` +
        `${leastContrast} to 1. Use the version of the logo for light grounds.`,
    );
  return `Contrast with white: ${best.toFixed(1)} to 1.`;
}

function asFile(
  content: Buffer,
  { type, ending, picture, told }: { type: string; ending: string; picture: Buffer | null; told: string[] },
): CheckedPicture {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 32);
  return { hash, ending, contentType: type, content, picture, told };
}
