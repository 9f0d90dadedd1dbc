import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { OperatorError } from './command.ts';
import type { Terminal } from './terminal.ts';

/** What is in a file, or comes on the standard input for `-`: the way in for what no command line may show. */
export async function givenText({ stdin }: Terminal, file: string): Promise<string> {
  if (file === '-') return text(stdin);
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new OperatorError(`${file} can't be read.`);
  }
}

/** @throws OperatorError where it isn't a JSON object; the text itself is never repeated */
export function jsonObject(given: string): Record<string, unknown> {
  try {
    const value = JSON.parse(given) as unknown;
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // The message would repeat a part of the text.
  }
  throw new OperatorError('What is given is not a JSON object.');
}
