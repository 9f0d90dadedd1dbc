/** What came of looking for viruses in a file. */
export type ScanResult =
  | { outcome: 'clean' }
  | { outcome: 'infected'; name: string }
  /** Nobody looked, or to the end: such a file is refused as one that could not be checked. */
  | { outcome: 'unchecked'; reason: 'unreachable' | 'timeout' | 'too-large' | 'failed' };

/** Looks for viruses in what customers hand in. */
export interface FileScanner {
  /** Never fails but with what the content's own stream fails with. */
  scan(content: AsyncIterable<Uint8Array>): Promise<ScanResult>;
}
