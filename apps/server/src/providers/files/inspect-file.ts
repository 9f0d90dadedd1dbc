import { type UploadType, wordType } from '@quayside/contract/documents/uploads.ts';
import { imageSize } from 'image-size';
import { holdsMore } from '../../lib/holds-more.ts';
import type { FileAtHand } from './file-storage.ts';
import { inspectPdf } from './inspect-pdf.ts';
import { wordFlaw } from './word-file.ts';

/** The reason why a file of an accepted type is refused. */
export type Flaw = 'damaged' | 'two-in-one' | 'too-many-pixels' | 'not-word' | 'active-pdf' | 'active-word';

/** More than any camera makes. A picture that unpacks to more is meant to harm. */
export const maxPixels = 250_000_000;

/** Pictures state their size within this many bytes, behind the data of cameras and phones. */
const pictureHead = 1024 * 1024;

/** Readers look for a PDF's mark within this many bytes. */
const pdfHead = 1024;

/** A zip ends with 22 bytes and a comment of up to 65,535. */
const zipTail = 22 + 65_535;
const endOfZip = 'PK\u0005\u0006';

/** Finds the flaw that makes a file dangerous or worthless. It loads at most a megabyte of a picture. */
export async function findFlaw(type: UploadType | 'zip', content: FileAtHand): Promise<Flaw | null> {
  if (type === 'zip' || type === wordType) return wordFlaw(content);
  if (await endsAsZip(content)) return 'two-in-one';
  if (type === 'application/pdf') return pdfFlaw(content);
  const head = await content.read(0, pictureHead - 1);
  if (head.subarray(0, pdfHead).includes('%PDF-')) return 'two-in-one';
  return pictureFlaw(type === 'image/tiff' ? await firstDirectory(head, content) : head);
}

async function pdfFlaw({ size, read, sender }: FileAtHand): Promise<Flaw | null> {
  // Copied, because the bytes go to another thread, and a small buffer shares its memory with others.
  const flaw = await inspectPdf(async () => Uint8Array.from(await read(0, size - 1)), sender);
  if (flaw === null) return null;
  return flaw === 'active' ? 'active-pdf' : 'damaged';
}

function pictureFlaw(head: Buffer | null): Flaw | null {
  const pixels = head === null ? null : pixelsOf(head);
  if (pixels === null) return 'damaged';
  return pixels > maxPixels ? 'too-many-pixels' : null;
}

/** A HEIC states the size of each picture in it. Phones write a few, for the picture, its parts and a small one. */
const mostSizes = 200;

/**
 * Returns the pixels of the largest picture in it; null if it does not say. DANGER: the library reads the whole head
 * again for each size that a HEIC states, and nothing else runs meanwhile.
 */
function pixelsOf(head: Buffer): number | null {
  if (holdsMore(head, 'ispe', mostSizes)) return null;
  try {
    const found = imageSize(head);
    const sizes = [found, ...(found.images ?? [])];
    const pixels = Math.max(...sizes.map(({ width, height }) => width * height));
    return sizes.every(({ width, height }) => width > 0 && height > 0) ? pixels : null;
  } catch {
    return null;
  }
}

/**
 * Returns a TIFF's head with its directory right behind it. The directory states the size and may be anywhere in the
 * file. Null if it points outside of the file.
 */
async function firstDirectory(head: Buffer, { size, read }: FileAtHand): Promise<Buffer | null> {
  if (head.length < 8) return null;
  const isLittle = head.toString('latin1', 0, 2) === 'II';
  const at = isLittle ? head.readUInt32LE(4) : head.readUInt32BE(4);
  if (at < 8 || at + 2 > size) return null;
  // A directory has a dozen entries of 12 bytes.
  const directory = await read(at, at + 2 + 12 * 100 - 1);
  const entries = isLittle ? directory.readUInt16LE(0) : directory.readUInt16BE(0);
  const moved = Buffer.from(head.subarray(0, 8));
  if (isLittle) moved.writeUInt32LE(8, 4);
  else moved.writeUInt32BE(8, 4);
  return Buffer.concat([moved, directory.subarray(0, 2 + 12 * entries), Buffer.alloc(13)]);
}

/** Tells if a zip follows a picture or a PDF: some programs would open it as a zip and run it. */
async function endsAsZip({ size, read }: FileAtHand): Promise<boolean> {
  const tail = await read(Math.max(0, size - zipTail), size - 1);
  for (let at = tail.indexOf(endOfZip); at >= 0; at = tail.indexOf(endOfZip, at + 1))
    if (at + 22 <= tail.length && at + 22 + tail.readUInt16LE(at + 20) === tail.length) return true;
  return false;
}
