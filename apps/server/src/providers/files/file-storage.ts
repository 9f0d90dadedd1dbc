import { createHash, randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';

/** What was stored, as it was counted on its way in. */
export interface StoredFile {
  /** Says nothing and can't be guessed; what the customer calls the file is kept elsewhere. */
  name: string;
  size: number;
  /** Hexadecimal. */
  sha256: string;
}

/** Bytes from `start` to `end`, both included, both within the file. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Where files lie. A tenant's are in a place of its own, and a name leads to nothing at another tenant. */
export interface FileStorage {
  /**
   * Stores a file under a new name. It is there as a whole or not at all, and stays there once this is settled.
   * @param limit bytes at most
   * @param name one of `newFileName`, for whoever has to know it before; never twice the same
   * @throws FileTooLarge, and whatever the content's own stream fails with
   */
  put(tenantId: number, content: AsyncIterable<Uint8Array>, limit: number, name?: string): Promise<StoredFile>;
  /** Null where there is no such file. */
  get(tenantId: number, name: string, range?: ByteRange): Promise<Readable | null>;
  exists(tenantId: number, name: string): Promise<boolean>;
  /** Whether or not it is there, and what a killed process left of it. */
  delete(tenantId: number, name: string): Promise<void>;
  /** Makes sure that files can be stored and read, at a start. @throws StartError that says what is wrong */
  check?: () => Promise<void>;
  /** Lets go of connections, where there are any. */
  close?: () => void;
}

/** What has to be known of a stored file to look into it without loading it. */
export interface FileAtHand {
  size: number;
  /** Bytes from `start` to `end`, both included; fewer where the file is shorter. */
  read: (start: number, end: number) => Promise<Buffer>;
}

/** A file that is longer than allowed. */
export class FileTooLarge extends Error {
  override name = 'FileTooLarge';
}

/** Can't be guessed, and says nothing of the file. */
export const newFileName = (): string => randomBytes(24).toString('hex');

/** Where a file lies below the root of a storage; null for what is no name of ours. */
export function pathOf(tenantId: number, name: string): string | null {
  if (!Number.isSafeInteger(tenantId) || !/^[0-9a-f]{48}$/.test(name)) return null;
  // So that no folder gets too many entries.
  return `${tenantId}/${name.slice(0, 2)}/${name}`;
}

/** Counts what flows through it. `facts` are right once all has flowed. */
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
