import { expect, test } from 'vitest';
import { selectFiles } from './lint-selection.mjs';

/** The page imports the form, and the form imports the field. Nothing imports the other files. */
const imports: Record<string, string[]> = { 'page.tsx': ['form.tsx'], 'form.tsx': ['field.tsx', 'node:fs'] };
const importsOf = (file: string) => imports[file] ?? [];

const files = {
  'page.tsx': '1',
  'form.tsx': '1',
  'field.tsx': '1',
  'a.ts': '1',
  'b.ts': '1',
  'c.ts': '1',
  'd.ts': '1',
};
const before = { shared: 'same', files };
const select = (change: Record<string, string>, linted = before) =>
  selectFiles(linted, { shared: 'same', files: { ...files, ...change } }, importsOf);

test('nothing is linted if nothing has changed', () => {
  expect(select({})).toEqual([]);
});

test('a changed file is linted with all files that import it, over every step', () => {
  expect(select({ 'field.tsx': '2' })).toEqual(['field.tsx', 'form.tsx', 'page.tsx']);
  expect(select({ 'page.tsx': '2' })).toEqual(['page.tsx']);
});

test('a new file is linted', () => {
  expect(select({ 'new.ts': '1' })).toEqual(['new.ts']);
});

test('the files that import a deleted one are linted, and it is not', () => {
  const { 'field.tsx': _, ...left } = files;
  expect(selectFiles(before, { shared: 'same', files: left }, importsOf)).toEqual(['form.tsx', 'page.tsx']);
});

test('files that import each other are linted once', () => {
  const round = (file: string) => ({ 'a.ts': ['b.ts'], 'b.ts': ['a.ts'] })[file] ?? [];
  expect(selectFiles(before, { shared: 'same', files: { ...files, 'a.ts': '2' } }, round)).toEqual(['a.ts', 'b.ts']);
});

test('everything is linted the first time, after a change of the shared, and if more than half is affected', () => {
  expect(selectFiles(undefined, before, importsOf)).toBeUndefined();
  expect(selectFiles(before, { shared: 'other', files }, importsOf)).toBeUndefined();
  expect(select({ 'a.ts': '2', 'b.ts': '2', 'c.ts': '2', 'd.ts': '2' })).toBeUndefined();
  expect(select({ 'a.ts': '2', 'b.ts': '2', 'c.ts': '2' })).toEqual(['a.ts', 'b.ts', 'c.ts']);
});
