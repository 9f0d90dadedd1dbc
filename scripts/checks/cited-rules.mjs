/**
 * Checks code, tests and documents against docs/specification. Every cited id must be defined there. Every row must
 * have a test, except the rows "(to come)", which must have none. Reports titles with more than three ids.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { inProject } from '../command/project.mjs';

const folder = 'docs/specification';
/** @param {string} file */
const read = (file) => readFileSync(inProject(file), 'utf8');

const decisions = new Set(
  Array.from(read(`${folder}/decisions.md`).matchAll(/^\| ([CPSX][\d.]+) \|/gm), ([, id]) => id),
);
const rows = [...rowsOf(`${folder}/rows.md`), ...rowsOf(`${folder}/rows-beyond.md`)];
const rowNames = new Set(rows.map(({ id }) => id));
/** Matches an id in brackets or after "row". Words such as `API-2` of a provider aren't ids. */
const citedRow = /(?<=\[|\brows? )[A-Z]+-\d+\b/g;

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: inProject(),
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(tsx?|mjs|css|md|sql)$/.test(file) && !file.startsWith(folder));

/** @type {string[]} */
const problems = [];
/** @type {Set<string>} */
const carried = new Set();
for (const file of files) {
  const lines = readIfThere(file).split('\n');
  for (const [index, line] of lines.entries()) {
    const at = `${file}:${index + 1}`;
    for (const id of citedDecisions(line))
      if (!decisions.has(id)) problems.push(`${at}: there is no decision ${id} in ${folder}/decisions.md`);
    for (const [id] of line.matchAll(citedRow))
      if (!rowNames.has(id)) problems.push(`${at}: there is no row ${id} in ${folder}/rows*.md`);
    if (/[CP]§\d/.test(line))
      problems.push(`${at}: cite the row or decision instead of a paragraph of the specification`);
    if (!/\.(test|spec)\.tsx?$/.test(file) || /^\s*(\/\/|\*)/.test(line)) continue;
    const ids = Array.from(line.matchAll(/\[([A-Z]+-\d+)\]/g), ([, id = '']) => id);
    if (ids.length > 3) problems.push(`${at}: more than three ids in one title`);
    for (const id of ids) carried.add(id);
  }
}
for (const { id, toCome } of rows) {
  if (!toCome && !carried.has(id)) problems.push(`no test carries ${id}`);
  if (toCome && carried.has(id))
    problems.push(`${id} is carried: its heading in rows-beyond.md no longer says "(to come)"`);
}
console.log(
  problems.length === 0
    ? `${rows.length} rows, ${decisions.size} decisions: all that is cited is there`
    : problems.join('\n'),
);
process.exitCode = problems.length === 0 ? 0 : 1;

/** @param {string} file @returns {{ id: string, toCome: boolean }[]} */
function rowsOf(file) {
  let toCome = false;
  return read(file)
    .split('\n')
    .flatMap((line) => {
      if (line.startsWith('## ')) toCome = line.endsWith('(to come)');
      const [, id] = /^\| ([A-Z]+-\d+) \|/.exec(line) ?? [];
      return id === undefined ? [] : [{ id, toCome }];
    });
}

/**
 * Finds ids such as `C2.10` anywhere, and `S1` and `X19`, which could mean anything, only after the word
 * "decision".
 * @param {string} line
 */
function citedDecisions(line) {
  const dotted = Array.from(line.matchAll(/(?<![\w.])[CP]\d+\.\d+(?![\w.]*\d)/g), ([id]) => id);
  const named = Array.from(line.matchAll(/decisions? ((?:[CPSX]\d+(?:\.\d+)?(?:, | and )?)+)/gi), ([, list = '']) =>
    list.match(/[CPSX]\d+(\.\d+)?/g),
  ).flatMap((ids) => ids ?? []);
  return new Set([...dotted, ...named]);
}

/**
 * Reads a file. A file that was just removed is still listed, and counts as empty.
 * @param {string} file
 */
function readIfThere(file) {
  try {
    return read(file);
  } catch {
    return '';
  }
}
