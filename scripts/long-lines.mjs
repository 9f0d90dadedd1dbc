/**
 * Checks that no line of the sources is longer than 120 columns. The formatter breaks code, but no text.
 */
import { readFileSync } from 'node:fs';
import { listSources } from './import-graph.mjs';
import { inProject } from './project.mjs';

const columns = 120;

/** Matches a test's title. The formatter keeps it on the line of its test. */
const title = /^\s*(await )?(test|it|describe)(\.\w+)*\((['"`]).*\4, /;

/** Matches a line without a space, such as a picture in base64. It has no place for a break. */
const oneWord = /^\s*\S+$/;

/**
 * Returns the numbers of the lines that are too long, except for titles of tests and lines of one word.
 * @param {string} text
 */
export function findLongLines(text) {
  return text
    .split('\n')
    .flatMap((line, index) => (line.length > columns && !title.test(line) && !oneWord.test(line) ? [index + 1] : []));
}

if (import.meta.main) {
  const files = listSources();
  const found = files.flatMap((file) =>
    findLongLines(readFileSync(inProject(file), 'utf8')).map((line) => `${file}:${line}`),
  );
  const advice = `These lines have more than ${columns} columns. Break the text, or give a part of it a name:`;
  console.log(found.length === 0 ? `${files.length} files have no long lines` : [advice, ...found].join('\n'));
  process.exitCode = found.length === 0 ? 0 : 1;
}
