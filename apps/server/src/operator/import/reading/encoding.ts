import { isAscii, isUtf8 } from 'node:buffer';
import { open } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import { SourceError } from './source-row.ts';

/** An encoding of texts, and if it was guessed. */
export interface Encoding {
  name: string;
  isGuessed: boolean;
}

const newline = 0x0a;
/** No real line comes near it. */
const longestLine = 1_000_000;

/** Returns the name under which the platform knows an encoding, such as `windows-1252`; null for an unknown one. */
export function knownEncoding(name: string): string | null {
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return null;
  }
}

/**
 * Finds the encoding of a file: by its byte order mark, else UTF-8 if all of it is. Older programs of offices write
 * Windows-1252, in which every byte is a letter, so that is only a guess. DANGER: a file in which some lines have
 * letters of UTF-8 and others have none is a damaged UTF-8. As Windows-1252 it would spoil the names of all others, so
 * it counts as UTF-8, and its reader refuses it at the wrong line.
 */
export async function findEncoding(path: string): Promise<Encoding> {
  const file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
  await file.close();
  if (bytesRead === 2 && buffer.readUInt16LE() === 0xfeff) return { name: 'utf-16le', isGuessed: false };
  if (bytesRead === 2 && buffer.readUInt16BE() === 0xfeff) return { name: 'utf-16be', isGuessed: false };
  let isOther = false;
  for await (const piece of wholeLines(path)) {
    if (isAscii(piece)) continue;
    const lines = isUtf8(piece) ? [piece] : [...linesOf(piece)];
    const letters = lines.filter((line) => !isAscii(line));
    if (letters.some((line) => isUtf8(line))) return { name: 'utf-8', isGuessed: false };
    isOther = true;
  }
  return isOther ? { name: 'windows-1252', isGuessed: true } : { name: 'utf-8', isGuessed: false };
}

/** Reads the bytes of a file in pieces that end at a line's end, up to a line that is too long. */
async function* wholeLines(path: string): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    const bytes = Buffer.concat([rest, chunk as Buffer]);
    const end = bytes.lastIndexOf(newline) + 1;
    if (end > 0) yield bytes.subarray(0, end);
    rest = bytes.subarray(end);
    if (rest.length > longestLine) break;
  }
  yield rest;
}

function* linesOf(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; ) {
    const at = bytes.indexOf(newline, start);
    const end = at === -1 ? bytes.length : at + 1;
    yield bytes.subarray(start, end);
    start = end;
  }
}

/**
 * Reads the text of a file in an encoding, in pieces that end at a line's end.
 * @throws SourceError if the bytes are not of this encoding, or a line is too long
 */
export async function* readEncoded(
  path: string,
  encoding: string,
  onBytes: (count: number) => void,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let [rest, line] = ['', 1];
  const decode = (bytes?: Buffer) => {
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
    } catch {
      throw new SourceError(line, `is not ${encoding} text`);
    }
  };
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    const text = rest + decode(chunk as Buffer);
    const end = text.lastIndexOf('\n') + 1;
    if (text.includes('\0')) throw new SourceError(line, `is not ${encoding} text`);
    if (end > 0) yield text.slice(0, end);
    line += text.slice(0, end).split('\n').length - 1;
    rest = text.slice(end);
    if (rest.length > longestLine) throw new SourceError(line, `is longer than ${longestLine} characters`);
    onBytes((chunk as Buffer).length);
  }
  rest += decode();
  if (rest !== '') yield rest;
}
