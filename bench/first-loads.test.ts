import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { builtPortal } from '../apps/server/src/app/portal-build.ts';
import { comparedWith, measureFirstLoads, readKeptLoads, scriptBudgets } from './first-loads.ts';

const loads = measureFirstLoads();

test('no first load of a page has grown by more than 2 % since somebody agreed to its size', () => {
  expect(comparedWith(readKeptLoads(), loads), 'make it smaller, or agree: npm run sizes -- --update').toEqual({});
});

test('the scripts of a first load keep within their budgets', () => {
  const over = Object.entries(scriptBudgets).filter(([page, most]) => !((loads[page]?.scripts ?? NaN) <= most * 1000));
  expect(over.map(([page, most]) => `${page}: ${loads[page]?.scripts} bytes, at most ${most} kB`)).toEqual([]);
});

test('growth of more than 2 % counts, and a page that is new or gone has to be written down', () => {
  const before = { '/a': { scripts: 900, styles: 100 }, '/gone': { scripts: 1, styles: 1 } };
  expect(comparedWith(before, { '/a': { scripts: 919, styles: 100 }, '/gone': { scripts: 1, styles: 1 } })).toEqual({});
  expect(comparedWith(before, { '/a': { scripts: 900, styles: 121 }, '/new': { scripts: 1, styles: 1 } })).toEqual({
    '/a': 'grew by 2.1 %',
    '/gone': 'is no page any more',
    '/new': 'is new',
  });
});

test('no file of the built portal imports itself through others', () => {
  const manifest = JSON.parse(readFileSync(join(builtPortal, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    { imports?: string[] }
  >;
  const importsOf = (file: string) => manifest[file]?.imports ?? [];
  const circles = Object.keys(manifest).filter((file) => {
    const reached = new Set(importsOf(file));
    for (const one of reached) for (const other of importsOf(one)) reached.add(other);
    return reached.has(file);
  });
  expect(Object.keys(manifest).length).toBeGreaterThan(50);
  expect(circles).toEqual([]);
});
