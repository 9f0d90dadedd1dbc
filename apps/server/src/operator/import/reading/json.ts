import { isUnstorable } from '../../../lib/texts/storable.ts';
import { type SourceRow, SourceError } from './source-row.ts';

const largestObject = 1_000_000;

/**
 * Reads the rows of a JSON file: an array of objects, or one object after another as in JSON Lines. A nested
 * object's columns are named with a dot; a list becomes its values with blanks between.
 * @throws SourceError if the file is no such JSON
 */
export async function* readJson(texts: AsyncIterable<string>): AsyncGenerator<SourceRow> {
  for await (const { line, text } of cutObjects(texts)) yield { line, ...parseObject(text) };
}

interface Cut {
  line: number;
  text: string;
}

/** Cuts a text into its outermost objects, so that memory holds one of them at a time. */
async function* cutObjects(texts: AsyncIterable<string>): AsyncGenerator<Cut> {
  let line = 1;
  let [depth, startLine, object] = [0, 1, ''];
  let [inString, escaped] = [false, false];
  let openArrays = 0;
  for await (const text of texts) {
    let start = 0;
    for (let at = 0; at < text.length; at += 1) {
      const character = text.charAt(at);
      if (character === '\n') line += 1;
      if (escaped) escaped = false;
      else if (inString) {
        if (character === '\\') escaped = true;
        else if (character === '"') inString = false;
      } else if (character === '{') {
        if (depth === 0) [start, startLine] = [at, line];
        depth += 1;
      } else if (depth === 0) {
        refuseBetween(text.slice(at, at + 2), line);
        if (character === '[') openArrays += 1;
        if (character === ']') openArrays -= 1;
        if (openArrays < 0) throw new SourceError(line, 'ends an array that has not begun');
      } else if (character === '"') inString = true;
      else if (character === '}') {
        depth -= 1;
        if (depth > 0) continue;
        yield { line: startLine, text: object + text.slice(start, at + 1) };
        object = '';
      }
    }
    if (depth > 0) object += text.slice(start);
    if (object.length > largestObject) throw new SourceError(startLine, 'is an object that never ends');
  }
  if (depth > 0) throw new SourceError(startLine, 'is an object that never ends');
  // Somebody's program stopped behind a whole row, so the rest is missing.
  if (openArrays > 0) throw new SourceError(line, 'is an array that never ends: the file is cut off');
}

/** @param next the next character, which may be a pair */
function refuseBetween(next: string, line: number): void {
  const [character = ''] = next;
  if (!/[\s,[\]]/.test(character))
    throw new SourceError(line, `has "${character}" where an object should begin: give an array of objects`);
}

function parseObject(text: string): Omit<SourceRow, 'line'> {
  try {
    const values = flatten(JSON.parse(text) as Record<string, unknown>, '');
    const unreadable = whyUnstorable(values);
    return unreadable === undefined ? { values } : { values: {}, unreadable };
  } catch (error) {
    // The message quotes the text, and may cut a character in half.
    return { values: {}, unreadable: `is not JSON: ${(error as Error).message.toWellFormed()}` };
  }
}

/** Escapes can write what no file of text holds. A program that cuts a text after so many units writes such halves. */
function whyUnstorable(values: SourceRow['values']): string | undefined {
  const found = Object.entries(values).find((cell) => cell.some(isUnstorable));
  if (found === undefined) return undefined;
  const place = isUnstorable(found[0]) ? 'the name of a field' : `"${found[0]}"`;
  return `has half of a character or a NUL in ${place}: write whole characters`;
}

function flatten(object: Record<string, unknown>, path: string): Record<string, string> {
  return Object.assign({}, ...Object.entries(object).map(([key, value]) => named(path + key, value)));
}

function named(column: string, value: unknown): Record<string, string> {
  if (Array.isArray(value)) return { [column]: value.map(String).join(' ') };
  if (typeof value === 'object' && value !== null) return flatten(value as Record<string, unknown>, `${column}.`);
  if (value === null) return { [column]: '' };
  return { [column]: typeof value === 'string' ? value : JSON.stringify(value) };
}
