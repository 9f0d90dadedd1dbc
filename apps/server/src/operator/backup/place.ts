import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { makeFolders } from '@quayside/embedded-postgres/make-folders.ts';

/** A folder or a bucket that holds one backup. Paths have `/` between their parts. */
export interface BackupPlace {
  /** The place as the operator named it, for messages. */
  name: string;
  isEmpty: () => Promise<boolean>;
  /** Stores a part whole and durably, or fails. */
  write: (path: string, content: AsyncIterable<Uint8Array>) => Promise<void>;
  /** Resolves with null if there is no such part. */
  read: (path: string) => Promise<Readable | null>;
  close: () => void;
}

/** Opens a folder as the place of a backup. */
export function openFolder(root: string): BackupPlace {
  return {
    name: root,
    isEmpty: async () => ((await readdir(root).catch(nullIf('ENOENT'))) ?? []).length === 0,

    async write(path, content) {
      const place = join(root, path);
      // The backup holds keys and personal data, so only its owner may read it.
      makeFolders(dirname(place), 0o700);
      const file = await open(`${place}.partial`, 'w', 0o600);
      try {
        await file.writeFile(content);
        await file.sync();
      } catch (error) {
        throw error instanceof Error && 'syscall' in error ? Object.assign(error, { path: place }) : error;
      } finally {
        await file.close();
      }
      await rename(`${place}.partial`, place);
    },

    async read(path) {
      const file = await open(join(root, path)).catch(nullIf('ENOENT', 'ENOTDIR'));
      return file && createReadStream('', { fd: file });
    },

    close: () => {},
  };
}

/** Returns a handler of errors that returns null for these codes and throws the rest. */
const nullIf =
  (...codes: readonly string[]) =>
  (error: NodeJS.ErrnoException): null => {
    if (codes.includes(error.code ?? '')) return null;
    throw error;
  };

/** Counts and hashes a content while it flows. `sum` is right when all has flowed. */
export function sumWhileFlowing(content: AsyncIterable<Uint8Array>) {
  const hash = createHash('sha256');
  let [bytes, lines] = [0, 0];
  async function* flow() {
    for await (const chunk of content) {
      hash.update(chunk);
      bytes += chunk.byteLength;
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines += 1;
      yield chunk;
    }
  }
  return {
    stream: Readable.from(flow(), { objectMode: false }),
    sum: () => ({ bytes, lines, sha256: hash.digest('hex') }),
  };
}
