import { fileTypeFromBuffer } from 'file-type';

/**
 * What customers may hand in: papers and pictures of papers. No office files: they bring macros, and archives that
 * grow without end when they are opened. No SVG and HTML: they run scripts.
 */
export const acceptedTypes = {
  'application/pdf': ['pdf'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'image/heic': ['heic', 'heif'],
} as const;

export type AcceptedType = keyof typeof acceptedTypes;

/** Bytes at the begin of a file that tell its type. Never more are looked at, so that no content can keep us busy. */
const sampleBytes = 4_100;

/** The type of a file by its content, whatever it is called; null for all that isn't accepted. */
export async function detectFileType(head: Uint8Array): Promise<AcceptedType | null> {
  // What it can't make sense of it may also fail at.
  const found = await fileTypeFromBuffer(head.subarray(0, sampleBytes)).catch(() => undefined);
  return found !== undefined && Object.hasOwn(acceptedTypes, found.mime) ? (found.mime as AcceptedType) : null;
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
