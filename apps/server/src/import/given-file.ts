import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import type { Uploads } from '@quayside/contract/tenant/tenant.ts';
import { maxUploadBytes, type UploadType, uploadTypeNames } from '@quayside/contract/documents/uploads.ts';
import type { NotedFile } from '../features/files/files.service.ts';
import { type FileStorage, newFileName, type StoredFile } from '../providers/files/file-storage.ts';
import { acceptedType } from '../providers/files/file-type.ts';
import { findFlaw, type Flaw, maxPixels } from '../providers/files/inspect-file.ts';
import type { FileScanner } from '../providers/scanner/file-scanner.ts';

/** A file that a row names. It was inspected and isn't stored yet. */
export interface GivenFile {
  /** The name in the row. */
  name: string;
  contentType: UploadType;
  size: number;
  /** Hexadecimal. */
  sha256: string;
}

/** The fault of a file, worded as a problem. */
export interface WrongFile {
  wrong: string;
}

/** A file that was inspected is another one now, so the import can't go on. */
export class FileChanged extends Error {}

/**
 * Notes each stored file outside of the import's transaction, so that the sweep finds files of an import that was
 * killed.
 */
export interface FileNotes {
  add: (file: NotedFile) => Promise<void>;
  remove: (file: NotedFile) => Promise<void>;
}

/** The files that rows may name. See `GivenFiles`. */
export type RowFiles = Pick<GivenFiles, 'look' | 'text' | 'store'>;

/** The places that files are read from and stored in. */
export interface GivenFilesOptions {
  /** The folder of the import. null: there is none, and no row can name a file. */
  folder: string | null;
  storage: () => Promise<FileStorage>;
  /** null: files are not scanned for viruses. */
  scanner: FileScanner | null;
  notes: FileNotes;
  /** Inspects files and stores none. */
  dryRun: boolean;
}

/**
 * The files that the rows of an import name. They are inspected while rows are read, and stored while rows are
 * stored.
 */
export class GivenFiles {
  readonly #options: GivenFilesOptions;
  readonly #stored: NotedFile[] = [];
  #storage: Promise<FileStorage> | undefined;

  constructor(options: GivenFilesOptions) {
    this.#options = options;
  }

  /**
   * Inspects a file by the rules for files that customers hand in. Reads it once, and never holds all of it in
   * memory.
   */
  async look(name: string, uploads: Uploads): Promise<GivenFile | WrongFile> {
    const file = await this.#open(name);
    if (file === null) return { wrong: noSuchFile(name) };
    try {
      return await this.#lookInto(file, name, uploads);
    } finally {
      await file.close();
    }
  }

  /** Reads the text of a file in UTF-8. @param longest the largest size, in bytes */
  async text(name: string, longest: number): Promise<{ text: string } | WrongFile> {
    const file = await this.#open(name);
    if (file === null) return { wrong: noSuchFile(name) };
    try {
      const { size } = await file.stat();
      if (size > longest) return { wrong: `"${name}" is larger than ${longest / 1_000_000} MB` };
      const bytes = await readBytes(file, 0, size - 1);
      return isUtf8(bytes) ? { text: new TextDecoder().decode(bytes) } : { wrong: `"${name}" is not UTF-8 text` };
    } finally {
      await file.close();
    }
  }

  /**
   * Stores a file that was inspected. The file is noted first. The import's own transaction removes the note; if
   * the import fails in any way, the note stays, and the sweep deletes the file.
   * @throws FileChanged if the file was changed since
   */
  async store(tenantId: number, { name, size, sha256 }: Omit<GivenFile, 'contentType'>): Promise<StoredFile> {
    if (this.#options.dryRun) return { name: newFileName(), size, sha256 };
    const file = await this.#open(name);
    if (file === null) throw new FileChanged(`${name} is gone. Nothing was written.`);
    this.#storage ??= this.#options.storage();
    const noted = { tenantId, storageName: newFileName() };
    this.#stored.push(noted);
    try {
      await this.#options.notes.add(noted);
      const stored = await (await this.#storage).put(tenantId, chunksOf(file, size), size, noted.storageName);
      if (stored.sha256 === sha256) return stored;
    } finally {
      await file.close();
    }
    throw new FileChanged(`${name} was changed while it was imported. Nothing was written.`);
  }

  /** Deletes the files that a failed import stored. Call it after the transaction is over. */
  async discard(): Promise<void> {
    for (const noted of this.#stored.splice(0)) {
      await (await this.#storage)?.delete(noted.tenantId, noted.storageName);
      await this.#options.notes.remove(noted);
    }
  }

  async close(): Promise<void> {
    (await this.#storage?.catch(() => undefined))?.close?.();
  }

  /** Opens a file. null if it isn't a regular file inside the folder; neither dots nor links lead out of it. */
  async #open(name: string): Promise<FileHandle | null> {
    const { folder } = this.#options;
    if (folder === null || name.includes('\0')) return null;
    const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
    try {
      const root = await realpath(folder);
      const path = resolve(root, name);
      // A path that differs from its real path contains a link.
      if (!path.startsWith(root + sep) || (await realpath(path)) !== path) return null;
      // O_NONBLOCK: opening a pipe would wait for ever.
      const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
      if ((await file.stat()).isFile()) return file;
      await file.close();
      return null;
    } catch (error) {
      if (['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO', 'ENAMETOOLONG'].includes((error as NodeJS.ErrnoException).code ?? ''))
        return null;
      throw error;
    }
  }

  async #lookInto(file: FileHandle, name: string, uploads: Uploads): Promise<GivenFile | WrongFile> {
    const { size } = await file.stat();
    if (size === 0) return { wrong: `"${name}" is empty` };
    if (size > maxUploadBytes(uploads)) return { wrong: `"${name}" is larger than ${uploads.maxMegabytes} MB` };
    const read = (start: number, end: number) => readBytes(file, start, Math.min(end, size - 1));
    const contentType = await acceptedType(await read(0, 4_099), uploads);
    if (contentType === null) return { wrong: wrongType(name, uploads) };
    const flaw = await findFlaw(contentType, { size, read });
    if (flaw) return { wrong: wordsOf(flaw, name, uploads) };
    const virus = await this.#scan(file, name, size);
    if (virus) return { wrong: virus };
    const hash = createHash('sha256');
    for await (const chunk of chunksOf(file, size)) hash.update(chunk);
    return { name, contentType, size, sha256: hash.digest('hex') };
  }

  async #scan(file: FileHandle, name: string, size: number): Promise<string | null> {
    const result = await this.#options.scanner?.scan(chunksOf(file, size));
    if (result === undefined || result.outcome === 'clean') return null;
    return result.outcome === 'infected'
      ? `"${name}" has a virus: ${result.name}`
      : `"${name}" could not be checked for viruses (${result.reason})`;
  }
}

const noSuchFile = (name: string) => `there is no file "${name}" in the import's folder`;

const wrongType = (name: string, uploads: Uploads) =>
  `"${name}" is none of ${uploadTypeNames(uploads).join(', ')} by what is in it`;

function wordsOf(flaw: Flaw, name: string, uploads: Uploads): string {
  if (flaw === 'not-word') return wrongType(name, uploads);
  if (flaw === 'active-pdf') return `"${name}" has a script, a program call or an attached file in it`;
  if (flaw === 'active-word')
    return `"${name}" has macros, an add-in or another program's file in it, or gets content from elsewhere`;
  if (flaw === 'too-many-pixels') return `"${name}" has more than ${maxPixels / 1_000_000} megapixels`;
  return `"${name}" is damaged, or two files in one`;
}

/** Reads these bytes, or fewer if the file ends before. */
async function readBytes(file: FileHandle, start: number, end: number): Promise<Buffer> {
  if (end < start) return Buffer.alloc(0);
  const bytes = Buffer.alloc(end - start + 1);
  const { bytesRead } = await file.read(bytes, 0, bytes.length, start);
  return bytes.subarray(0, bytesRead);
}

/** Reads the file up to the size that was inspected. Bytes that were added since are not part of it. */
async function* chunksOf(file: FileHandle, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < size; ) {
    const chunk = await readBytes(file, at, Math.min(at + 65_536, size) - 1);
    if (chunk.length === 0) return;
    yield chunk;
    at += chunk.length;
  }
}
