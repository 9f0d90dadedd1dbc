import { createHash, randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';

/** The facts of a stored file, measured while it was stored. */
export interface StoredFile {
  /** Reveals nothing and can't be guessed. The customer's name for the file is kept elsewhere. */
  name: string;
  size: number;
  /** Hexadecimal. */
  sha256: string;
}

/** The bytes from `start` to `end`, both included, both within the file. */
export interface ByteRange {
  start: number;
  end: number;
}

/** A storage of files. Each tenant has its own place, and a name leads to nothing at another tenant. */
export interface FileStorage {
  /**
   * Stores a file under a new name. It exists whole or not at all, and it is durable when this resolves.
   * @param limit the largest size, in bytes
   * @param name one of `newFileName`, for a caller that needs it before; never twice the same
   * @throws FileTooLarge, and every error of the content's own stream
   */
  put(tenantId: number, content: AsyncIterable<Uint8Array>, limit: number, name?: string): Promise<StoredFile>;
  /** Resolves with null if there is no such file. */
  get(tenantId: number, name: string, range?: ByteRange): Promise<Readable | null>;
  exists(tenantId: number, name: string): Promise<boolean>;
  /** Deletes a file, even if it does not exist, and the remains of a killed process. */
  delete(tenantId: number, name: string): Promise<void>;
  /** Checks at a start that files can be stored and read. @throws StartError that says what is wrong */
  check?: () => Promise<void>;
  /** Closes connections, if there are any. */
  close?: () => void;
}

/** A customer who sends files. Numbers of accounts are their marina's own. */
export interface FileSender {
  tenantId: number;
  accountId: number;
}

/** A stored file that can be inspected without loading it. */
export interface FileAtHand {
  size: number;
  /** Reads the bytes from `start` to `end`, both included; fewer if the file is shorter. */
  read: (start: number, end: number) => Promise<Buffer>;
  /** The sender, whose files are inspected one after the other. Default: nobody in particular. */
  sender?: FileSender;
}

/** A file that is longer than allowed. */
export class FileTooLarge extends Error {
  override name = 'FileTooLarge';
}

/** Returns a new name, which can't be guessed and reveals nothing about the file. */
export const newFileName = (): string => randomBytes(24).toString('hex');

/** Returns a file's path below the root of a storage; null if the name is no name of a stored file. */
export function pathOf(tenantId: number, name: string): string | null {
  if (!Number.isSafeInteger(tenantId) || !/^[0-9a-f]{48}$/.test(name)) return null;
  // Subfolders keep the number of entries small.
  return `${tenantId}/${name.slice(0, 2)}/${name}`;
}

/** Measures a content while it flows. `facts` are right when all has flowed. */
export function measure(content: AsyncIterable<Uint8Array>, limit: number) {
  const hash = createHash('sha256');
  let size = 0;
  async function* counted() {
    for await (const chunk of content) {
      size += chunk.byteLength;
      if (size > limit) throw new FileTooLarge(`more than ${limit} bytes`);
      hash.update(chunk);
      yield chunk;
    }
  }
  return { stream: counted(), facts: () => ({ size, sha256: hash.digest('hex') }) };
}
