/** The result of a virus scan. */
export type ScanResult =
  | { outcome: 'clean' }
  | { outcome: 'infected'; name: string }
  /** The scan did not happen or did not finish. Such a file is refused as unchecked. */
  | { outcome: 'unchecked'; reason: 'unreachable' | 'timeout' | 'too-large' | 'failed' };

/** Scans customers' files for viruses. */
export interface FileScanner {
  /** Fails only with the errors of the content's own stream. */
  scan(content: AsyncIterable<Uint8Array>): Promise<ScanResult>;
}
