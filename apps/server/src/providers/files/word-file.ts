import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl';
import type { FileAtHand } from './file-storage.ts';

/** The limit of a Word file's unpacked size. Its pictures are packed already, so honest files stay far below. */
const mostUnpacked = 200 * 1024 * 1024;
const mostEntries = 500;

/** Matches parts that describe the others and name sources elsewhere. Honest ones have some kilobytes. */
const describing = /^\[Content_Types\]\.xml$|\.rels$/i;
const longestDescription = 1024 * 1024;

/** Matches macros, and files of other programs that a click starts. */
const forbidden = /(^|\/)vbaProject\.bin$|^word\/(embeddings|activeX)\//i;
/**
 * Matches the same in the descriptions of parts, because a macro may have any name. Also documents of other kinds that
 * Word takes in when it opens the file (`aFChunk`, such as RTF with a program in it), and the panes of add-ins.
 */
const forbiddenKind = /vbaProject|macroEnabled|oleObject|activeX|relationships\/package|aFChunk|webextension/i;

/**
 * Finds the flaw of a zip that should be a Word file: it must unpack to a sensible size, run nothing and load nothing
 * from elsewhere; null if it does. Only its table of contents and its describing parts are read.
 */
export async function wordFlaw(content: FileAtHand): Promise<'not-word' | 'active-word' | null> {
  try {
    const zip = await fromRandomAccessReaderPromise(new ContentReader(content), content.size, { autoClose: false });
    if (zip.entryCount > mostEntries) return 'not-word';
    const names = new Set<string>();
    let isActive = false;
    let unpacked = 0;
    // A name that leads out of the zip's own folder causes an error.
    for await (const entry of zip.eachEntry()) {
      unpacked += entry.uncompressedSize;
      if (unpacked > mostUnpacked || entry.isEncrypted()) return 'not-word';
      isActive ||= forbidden.test(entry.fileName);
      if (describing.test(entry.fileName)) isActive ||= isActiveDescription(await readDescription(zip, entry));
      names.add(entry.fileName);
    }
    if (!names.has('[Content_Types].xml') || !names.has('word/document.xml')) return 'not-word';
    return isActive ? 'active-word' : null;
  } catch {
    return 'not-word';
  }
}

async function readDescription(zip: ZipFile, entry: Entry): Promise<string> {
  if (entry.uncompressedSize > longestDescription) throw new RangeError('too long to describe anything');
  const bytes = await buffer(await zip.openReadStreamPromise(entry));
  return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
}

/** XML may be in UTF-16, which begins with its mark. */
function encodingOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
}

const tag = /<(?:[\w.-]+:)?Relationship((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*\/?>/g;
const anyTag = /<(?:[\w.-]+:)?Relationship(?=[\s/>])/g;

/** Matches the kind alone: the target of a template may end like a hyperlink's kind. */
const isHyperlink = /\sType\s*=\s*(?:"[^"]*\/hyperlink"|'[^']*\/hyperlink')/;

/**
 * Tells if a describing part names macros, files of other programs, or content from elsewhere, such as a template
 * with macros. Links that need a click are allowed. Text that Word would not write counts as active.
 */
function isActiveDescription(text: string): boolean {
  const plain = text.replace(/&#(x[0-9a-f]+|\d+);/gi, (_, code: string) =>
    String.fromCodePoint(Number(code.replace(/^x/i, '0x'))),
  );
  // UTF-16 without its mark is read as letters with a NUL between them, in which nothing would be found.
  if (/<!|\0/.test(plain) || forbiddenKind.test(plain)) return true;
  const relations = [...plain.matchAll(tag)].map(([, attributes = '']) => attributes);
  if (relations.length !== [...plain.matchAll(anyTag)].length) return true;
  return relations.some(
    (attributes) => /TargetMode\s*=\s*["']\s*External/i.test(attributes) && !isHyperlink.test(attributes),
  );
}

class ContentReader extends RandomAccessReader {
  readonly #content: FileAtHand;

  constructor(content: FileAtHand) {
    super();
    this.#content = content;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const { read } = this.#content;
    return Readable.from(
      (async function* () {
        yield await read(start, end - 1);
      })(),
      { objectMode: false },
    );
  }
}
