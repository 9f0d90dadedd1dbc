import { Readable } from 'node:stream';
import { fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl';
import type { FileAtHand } from './file-storage.ts';

/** What a Word file may unpack to. Pictures in it are packed already, so that honest ones stay far below. */
const mostUnpacked = 200 * 1024 * 1024;
const mostEntries = 500;

/** Macros, and files of other programs that a click starts. */
const forbidden = /(^|\/)vbaProject\.bin$|^word\/(embeddings|activeX)\//i;

/** Whether a zip is a Word file without macros that unpacks to something sensible. Only its table of contents is read. */
export async function isWordFile(content: FileAtHand): Promise<boolean> {
  try {
    const zip = await fromRandomAccessReaderPromise(new ContentReader(content), content.size, { autoClose: false });
    if (zip.entryCount > mostEntries) return false;
    const names = new Set<string>();
    let unpacked = 0;
    // A name that leads out of the zip's own folder ends this with an error.
    for await (const entry of zip.eachEntry()) {
      unpacked += entry.uncompressedSize;
      if (unpacked > mostUnpacked || entry.isEncrypted() || forbidden.test(entry.fileName)) return false;
      names.add(entry.fileName);
    }
    return names.has('[Content_Types].xml') && names.has('word/document.xml');
  } catch {
    return false;
  }
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
