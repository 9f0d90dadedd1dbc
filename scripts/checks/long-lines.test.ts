import { expect, test } from 'vitest';
import { findLongLines } from './long-lines.mjs';

const words = (length: number) => 'a '.repeat(length / 2);

test('a line of 120 columns is allowed, a longer one is found by its number', () => {
  expect(findLongLines(`${words(120)}\n${words(122)}\n`)).toEqual([2]);
});

test('a test’s title may not be longer, a line of one word may', () => {
  expect(findLongLines(`test('${words(120)}', async () => {\n  '${'a'.repeat(130)}',`)).toEqual([1]);
});
