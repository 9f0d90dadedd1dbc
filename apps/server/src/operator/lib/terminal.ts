/** The streams of a command: a process uses its own, a test passes others. */
export interface Terminal {
  stdin: NodeJS.ReadableStream;
  /** Receives the result. */
  stdout: Written;
  /** Receives errors and progress. */
  stderr: Written;
}

interface Written {
  write(text: string): unknown;
  /** True if a line can be overwritten. */
  isTTY: boolean;
}
