import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { OperatorError } from './command.ts';
import type { Terminal } from './terminal.ts';

/**
 * Returns the text of a file, or of standard input for `-`. Secrets come in this way, because a command line shows
 * them.
 */
export async function givenText({ stdin }: Terminal, file: string): Promise<string> {
  return file === '-' ? text(stdin) : (await givenFile(file)).toString('utf8');
}

/** Reads a file that the operator names. @throws OperatorError if it can't be read */
export async function givenFile(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch {
    throw new OperatorError(`${path} can't be read.`);
  }
}

/**
 * Parses a JSON object.
 * @throws OperatorError if it is none; the message never repeats the text, which may hold a secret
 */
export function jsonObject(given: string): Record<string, unknown> {
  try {
    const value = JSON.parse(given) as unknown;
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Falls through: the parser's message would repeat a part of the text.
  }
  throw new OperatorError('The given text is not a JSON object.');
}
