import { expect, test } from 'vitest';
import { findWrongStarts } from './comment-starts.mjs';

test('a comment that begins with "What" is found, in every form', () => {
  expect(findWrongStarts('/** What it does. */\n// Whether it works.\nf();\n/**\n * As it was.\n */')).toEqual([
    1, 2, 4,
  ]);
});

test('a title of a test that begins with "what" is found, if the test stands alone', () => {
  const titles = ["test('[ORD-1] whoever asks', f);", "test(\n  'as it is', f);"];
  expect(titles.map(findWrongStarts)).toEqual([[1], [1]]);
  expect(findWrongStarts("describe('a refund', () => {\n  test('of a part', f);\n});\ntest('an order', f);")).toEqual(
    [],
  );
});

test('other comments are not, nor the second line of one', () => {
  expect(
    findWrongStarts('/** Asks the server. */\n// Somebody asks\n// what it is.\n/**\n * A text\n * of ours.\n */'),
  ).toEqual([]);
  expect(findWrongStarts('// The text\n// From the first line on.')).toEqual([]);
});
