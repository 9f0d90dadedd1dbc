import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { SourceError } from './source-row.ts';

/** The limit of a line, in bytes. No real row comes near it, and a longer line must not fill the memory. */
const longestLine = 1_000_000;
const newline = 0x0a;

/** Reads the text of a file, as `decodeText` does. */
export const readText = (path: string, onBytes: (count: number) => void): AsyncGenerator<string> =>
  decodeText(createReadStream(path, { highWaterMark: 256 * 1024 }), onBytes);

/**
 * Decodes a text in pieces that end at a line's end, without the byte order mark.
 * @param onBytes is told the number of bytes of each piece
 * @throws SourceError if the text is not UTF-8
 */
export async function* decodeText(
  chunks: AsyncIterable<Uint8Array>,
  onBytes: (count: number) => void,
): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0);
  let line = 1;
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([rest, chunk]);
    const end = bytes.lastIndexOf(newline) + 1;
    if (end > 0) yield decode(bytes.subarray(0, end), line);
    line += countLines(bytes.subarray(0, end));
    rest = bytes.subarray(end);
    if (rest.length > longestLine) throw new SourceError(line, `is longer than ${longestLine} bytes`);
    onBytes(chunk.length);
  }
  if (rest.length > 0) yield decode(rest, line);
}

function decode(bytes: Buffer, firstLine: number): string {
  if (!isUtf8(bytes)) throw new SourceError(firstLine + findBadLine(bytes), notUtf8);
  const text = bytes.toString('utf8');
  if (text.includes('\0'))
    throw new SourceError(firstLine + countLines(Buffer.from(text.slice(0, text.indexOf('\0')))), notUtf8);
  return firstLine === 1 ? text.replace(/^\uFEFF/, '') : text;
}

const notUtf8 = 'is not UTF-8 text: write it in UTF-8, which Excel calls "CSV UTF-8"';

/** Returns the number of whole lines before the first one that is not UTF-8. */
function findBadLine(bytes: Buffer): number {
  let start = 0;
  for (let line = 0; ; line += 1) {
    const at = bytes.indexOf(newline, start);
    const end = at === -1 ? bytes.length : at + 1;
    if (at === -1 || !isUtf8(bytes.subarray(start, end))) return line;
    start = end;
  }
}

function countLines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(newline); at !== -1; at = bytes.indexOf(newline, at + 1)) count += 1;
  return count;
}
