/**
 * Checks that no comment begins with a word that makes it a riddle, such as "What" (STYLE.md, "English is plain").
 */
import { readFileSync } from 'node:fs';
import { listSources } from './import-graph.mjs';
import { inProject } from '../command/project.mjs';

const words = 'What|Whatever|Who|Whoever|Where|Whether|Of|By|From|Until|As';

/** Matches the first words of a comment, at the start of a block or of lines with two slashes. */
const start = new RegExp(String.raw`^\s*\{?(?:/\*\*?|//)\s*(?:\n\s*\*\s*)?(?:${words})\b`);

const isSlashes = /^\s*\/\//;

/**
 * Returns the numbers of the lines where such a comment begins.
 * @param {string} text
 */
export function findWrongStarts(text) {
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    const isContinued = isSlashes.test(line) && isSlashes.test(lines[index - 1] ?? '');
    return !isContinued && start.test(`${line}\n${lines[index + 1] ?? ''}`) ? [index + 1] : [];
  });
}

if (import.meta.main) {
  const files = listSources();
  const found = files.flatMap((file) =>
    findWrongStarts(readFileSync(inProject(file), 'utf8')).map((line) => `${file}:${line}`),
  );
  const advice = `Comments that begin with one of ${words.replaceAll('|', ', ')}. Begin with the thing or a verb:`;
  console.log(found.length === 0 ? `${files.length} files have well begun comments` : [advice, ...found].join('\n'));
  process.exitCode = found.length === 0 ? 0 : 1;
}
