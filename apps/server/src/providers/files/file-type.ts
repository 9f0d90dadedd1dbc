import type { Uploads } from '@quayside/contract/tenant/tenant.ts';
import { type UploadType, uploadTypes, wordType } from '@quayside/contract/documents/uploads.ts';
import { fileTypeFromBuffer } from 'file-type';

/**
 * The number of bytes at the start of a file that decide its type. Never more are read, so that no content can keep
 * us busy.
 */
const sampleBytes = 4_100;

/** Office files are zips, whose table of contents is at their end. */
const zipTypes = new Set(['application/zip', wordType]);

/**
 * Returns the type of a file by its content, independent of its name; null for all types that no marina accepts.
 * 'zip' may be a Word file, which only its end shows.
 */
export async function detectFileType(head: Uint8Array): Promise<Exclude<UploadType, typeof wordType> | 'zip' | null> {
  // The library may fail on content that it can't read.
  const found = await fileTypeFromBuffer(head.subarray(0, sampleBytes)).catch(() => undefined);
  if (found === undefined) return null;
  if (zipTypes.has(found.mime)) return 'zip';
  return Object.hasOwn(uploadTypes, found.mime) ? (found.mime as Exclude<UploadType, typeof wordType>) : null;
}

/**
 * Returns the type of a file if a marina accepts it, else null: for uploads and for the files of an import. A zip
 * counts as a Word file if the marina accepts those; `findFlaw` then looks whether it is one.
 */
export async function acceptedType(head: Uint8Array, uploads: Uploads): Promise<UploadType | null> {
  const found = await detectFileType(head);
  if (found === 'zip') return uploads.acceptsWordFiles ? wordType : null;
  return found;
}

/** Reads the start of a stream, which shows its type, and returns the stream as if nothing had been read. */
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
