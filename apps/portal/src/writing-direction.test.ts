import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const read = (pattern: string) =>
  globSync(pattern, { cwd: import.meta.dirname }).map((file) => ({
    file,
    text: readFileSync(join(import.meta.dirname, file), 'utf8').replace(/\/\*.*?\*\//gs, ''),
  }));

/** Declarations that name a side of the screen instead of a side of the text. */
const sided = [
  /(?<![\w-])(left|right)\s*:/g,
  /(?<![\w-])(margin|padding|border|scroll-margin|scroll-padding)-(left|right)[\w-]*\s*:/g,
  /border-(top|bottom)-(left|right)-radius\s*:/g,
  /(?<![\w-])(text-align|float|clear|justify-\w+|(object|background)-position)\s*:[^;]*\b(left|right)\b/g,
];

/** In `1px 2px 3px 4px` the second value is the right side and the fourth the left. */
const fourSides = /(?<![\w-])(margin|padding|inset|border-width)\s*:\s*([^;]+);/g;

function differingSides(text: string): string[] {
  return [...text.matchAll(fourSides)].flatMap(([whole, , value = '']) => {
    const [, end, , start] = value.match(/(?:[^\s(]|\([^)]*\))+/g) ?? [];
    return start !== undefined && start !== end ? [whole] : [];
  });
}

test('stylesheets know start and end, but neither left nor right', () => {
  const files = read('**/*.css');
  expect(files.length).toBeGreaterThan(20);
  const found = files.flatMap(({ file, text }) =>
    [...sided.flatMap((pattern) => text.match(pattern) ?? []), ...differingSides(text)].map((what) => [file, what]),
  );
  expect(found).toEqual([]);
});

test('sideways movements are mirrored from right to left', () => {
  const found = read('**/*.css').filter(({ text }) => /translateX\(/.test(text) && !text.includes(':dir(rtl)'));
  expect(found.map(({ file }) => file)).toEqual([]);
});

test('components set no side in their own style', () => {
  const found = read('**/*.tsx').filter(({ text }) =>
    /\b(margin|padding|border)(Left|Right)\b|\btextAlign: '(left|right)'/.test(text),
  );
  expect(found.map(({ file }) => file)).toEqual([]);
});
