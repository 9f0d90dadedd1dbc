/** Where a command is typed and answered: a process has its own streams, a test gives others. */
export interface Terminal {
  stdin: NodeJS.ReadableStream;
  /** The result. */
  stdout: Written;
  /** What is wrong, or how far it is. */
  stderr: Written;
}

interface Written {
  write(text: string): unknown;
  /** Whether a line can be written over. */
  isTTY: boolean;
}
