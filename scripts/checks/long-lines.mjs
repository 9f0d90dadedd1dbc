/**
 * Checks that no line of the sources is longer than 120 columns. The formatter breaks code, but no text.
 */
import { readFileSync } from 'node:fs';
import { listSources } from './import-graph.mjs';
import { inProject } from '../command/project.mjs';

const columns = 120;

/** Matches a line without a space, such as a picture in base64. It has no place for a break. */
const oneWord = /^\s*\S+$/;

/**
 * Returns the numbers of the lines that are too long, except for lines of one word.
 * @param {string} text
 */
export function findLongLines(text) {
  return text.split('\n').flatMap((line, index) => (line.length > columns && !oneWord.test(line) ? [index + 1] : []));
}

if (import.meta.main) {
  const files = listSources();
  const found = files.flatMap((file) =>
    findLongLines(readFileSync(inProject(file), 'utf8')).map((line) => `${file}:${line}`),
  );
  const advice = `Lines of more than ${columns} columns. Shorten a title, break a text or name a part of it:`;
  console.log(found.length === 0 ? `${files.length} files have no long lines` : [advice, ...found].join('\n'));
  process.exitCode = found.length === 0 ? 0 : 1;
}
