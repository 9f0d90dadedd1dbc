import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inProject } from '../command/project.mjs';

const read = (path: string) => readFileSync(inProject(path), 'utf8');

/** The rows of the catalogue, each with the tests that it names. */
const rows = read('docs/specification/errors.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && line.includes('`: '))
  .map((line) => {
    const [, what = '', , tests = ''] = line.split('|').map((cell) => cell.trim());
    return { what, tests: tests.split('<br>') };
  });

// These titles have no row ids. The tests that the catalogue names prove the rows, because they use the product.
test('the payments’ error catalogue names every line that is specified', () => {
  expect(rows).toHaveLength(24);
  expect(new Set(rows.map(({ what }) => what)).size).toBe(24);
});

test.each(rows.flatMap(({ what, tests }) => tests.map((named) => [what, named] as const)))(
  '%s: a test that makes it happen is there',
  (_, named) => {
    const [, path = '', title = ''] = /^`(.+?)`: (.+)$/.exec(named) ?? [];
    const carrying = read(path)
      .split('\n')
      .filter((line) => line.includes(title) && line.includes('[PROV-8]'));
    expect(carrying).toHaveLength(1);
  },
);
