/** The streams of a command: a process uses its own, a test passes others. */
export interface Terminal {
  stdin: NodeJS.ReadableStream;
  /** Receives the result. */
  stdout: Written;
  /** Receives errors and progress. */
  stderr: Written;
  /** Tells what is left behind if somebody stops the command now. Nothing is told without it. */
  ifStopped?: string | undefined;
}

interface Written {
  write(text: string): unknown;
  /** True if a line can be overwritten. */
  isTTY: boolean;
}
