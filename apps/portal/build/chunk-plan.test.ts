import { expect, test } from 'vitest';
import { type Piece, planChunks } from './chunk-plan.ts';

const piece = (name: string, size: number, imports: string[] = []): Piece => ({
  file: name,
  modules: [`${name}.ts`],
  size,
  imports,
  isEntry: false,
});
const page = (name: string, imports: string[]): Piece => ({ ...piece(name, 5_000, imports), isEntry: true });
const load = (name: string, weight = 1) => ({ entries: [name], weight });

const sorted = (plan: string[][]) => plan.map((modules) => modules.toSorted());

test('modules of the same pages share a file, and a page keeps its own modules', () => {
  const pieces = [page('one', ['a', 'b']), page('two', ['a', 'b']), piece('a', 50_000), piece('b', 50_000)];
  expect(sorted(planChunks(pieces, [load('one'), load('two')]))).toEqual([['a.ts', 'b.ts']]);
});

test('a large part that few pages need stays out of what all load, and a small one comes along', () => {
  const pages = ['one', 'two', 'three', 'four'].map((name) => page(name, ['core']));
  const pieces = [...pages, page('list', ['core', 'large', 'small']), page('other', ['core', 'large', 'small'])];
  const parts = [piece('core', 90_000), piece('large', 40_000), piece('small', 300)];
  const plan = planChunks(
    [...pieces, ...parts],
    pieces.map(({ file }) => load(file)),
  );
  expect(sorted(plan)).toEqual([['core.ts'], ['large.ts', 'small.ts']]);
  const small = planChunks(
    [...pieces, ...parts.map((part) => ({ ...part, size: 300 }))],
    pieces.map(({ file }) => load(file)),
  );
  expect(sorted(small)).toEqual([['core.ts', 'large.ts', 'small.ts']]);
});

test('a page with a larger weight carries less for the others', () => {
  const pieces = [page('first', ['core']), page('rare', ['core', 'part']), piece('core', 90_000), piece('part', 5_000)];
  expect(sorted(planChunks(pieces, [load('first'), load('rare', 2)]))).toEqual([['core.ts', 'part.ts']]);
  expect(sorted(planChunks(pieces, [load('first', 10), load('rare', 2)]))).toEqual([['core.ts'], ['part.ts']]);
});

test('two parts don’t share a file if one imports the other through a page', () => {
  const pieces = [page('one', ['upper', 'lower']), piece('upper', 100, ['middle']), piece('lower', 100)];
  const middle = page('middle', ['lower']);
  expect(sorted(planChunks([...pieces, middle], [load('one'), load('middle', 0.1)]))).toEqual([
    ['lower.ts'],
    ['upper.ts'],
  ]);
});

test('a small part stays out of a file that would bring its pages a large one', () => {
  const pages = [page('one', ['small']), page('two', ['small', 'upper']), page('three', ['large'])];
  const parts = (imports: string[]) => [piece('small', 300), piece('upper', 8_000, imports), piece('large', 40_000)];
  const loads = [load('one'), load('two', 2), load('three', 2)];
  expect(sorted(planChunks([...pages, ...parts([])], loads))).toContainEqual(['small.ts', 'upper.ts']);
  expect(planChunks([...pages, ...parts(['large'])], loads)).toContainEqual(['small.ts']);
});

test('a file comes after those that it imports', () => {
  const pieces = [
    page('one', ['upper']),
    page('two', ['lower']),
    piece('upper', 80_000, ['lower']),
    piece('lower', 80_000),
  ];
  expect(planChunks(pieces, [load('one'), load('two')])).toEqual([['lower.ts'], ['upper.ts']]);
});
