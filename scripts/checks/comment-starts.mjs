/**
 * Checks that no comment, and no title of a test that stands alone, begins with a word that makes it a riddle, such as
 * "What" (STYLE.md, "English is plain").
 */
import { readFileSync } from 'node:fs';
import { listSources } from './import-graph.mjs';
import { inProject } from '../command/project.mjs';

const words = 'What|Whatever|Who|Whoever|Where|Whether|Of|By|From|Until|As';

/** Matches the first words of a comment, at the start of a block or of lines with two slashes. */
const start = new RegExp(String.raw`^\s*\{?(?:/\*\*?|//)\s*(?:\n\s*\*\s*)?(?:${words})\b`);

/** Matches a test outside of `describe`, whose title is a whole sentence. Row ids may stand before it. */
const title = new RegExp(String.raw`^test(?:\.\w+)*\(\s*['"\x60](?:\[[\w ,-]+\] ?)*(?:${words})\b`, 'i');

const isSlashes = /^\s*\/\//;

/**
 * Returns the numbers of the lines where such a comment or title begins.
 * @param {string} text
 */
export function findWrongStarts(text) {
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    const isContinued = isSlashes.test(line) && isSlashes.test(lines[index - 1] ?? '');
    const begins = `${line}\n${lines[index + 1] ?? ''}`;
    return title.test(begins) || (!isContinued && start.test(begins)) ? [index + 1] : [];
  });
}

if (import.meta.main) {
  const files = listSources();
  const found = files.flatMap((file) =>
    findWrongStarts(readFileSync(inProject(file), 'utf8')).map((line) => `${file}:${line}`),
  );
  const advice =
    `Comments or titles of tests that begin with one of ${words.replaceAll('|', ', ')}. ` +
    'Begin with the thing or a verb:';
  console.log(
    found.length === 0 ? `${files.length} files have well begun comments and titles` : [advice, ...found].join('\n'),
  );
  process.exitCode = found.length === 0 ? 0 : 1;
}
