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

/** Matches control characters other than tabs and line breaks, and marks that turn the direction of text. */
// oxlint-disable-next-line no-control-regex
const commands = /[\0-\x08\v-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Returns a text without the characters that a terminal obeys. DANGER: a customer's text could otherwise delete lines
 * of a list, or put a command where the office pastes from.
 */
export const plainText = (text: string): string => text.replace(commands, '');
