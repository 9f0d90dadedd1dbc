import { type UploadType, uploadTypes, wordType } from '@quayside/contract/uploads.ts';
import { fileTypeFromBuffer } from 'file-type';

/** Bytes at the begin of a file that tell its type. Never more are looked at, so that no content can keep us busy. */
const sampleBytes = 4_100;

/** Office files are zips, whose table of contents is at their end. */
const zipTypes = new Set(['application/zip', wordType]);

/**
 * The type of a file by its content, whatever it is called; null for all that no marina takes.
 * 'zip': may be a Word file, which only its end tells.
 */
export async function detectFileType(head: Uint8Array): Promise<Exclude<UploadType, typeof wordType> | 'zip' | null> {
  // What it can't make sense of it may also fail at.
  const found = await fileTypeFromBuffer(head.subarray(0, sampleBytes)).catch(() => undefined);
  if (found === undefined) return null;
  if (zipTypes.has(found.mime)) return 'zip';
  return Object.hasOwn(uploadTypes, found.mime) ? (found.mime as Exclude<UploadType, typeof wordType>) : null;
}

/** Reads the begin of a stream that tells its type, and answers the stream as if nothing had been read. */
export async function readHead(
  content: AsyncIterable<Uint8Array>,
): Promise<{ head: Uint8Array; content: AsyncIterable<Uint8Array> }> {
  const iterator = content[Symbol.asyncIterator]();
  const read: Uint8Array[] = [];
  let size = 0;
  while (size < sampleBytes) {
    const next = await iterator.next();
    if (next.done === true) break;
    read.push(next.value);
    size += next.value.byteLength;
  }
  async function* whole() {
    try {
      yield* read;
      for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  }
  return { head: Buffer.concat(read).subarray(0, sampleBytes), content: whole() };
}
