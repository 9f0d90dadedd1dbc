import { expect, test } from 'vitest';
import { bidiLines, isBidirectional } from './bidi-text.ts';

const seen = (text: string) => bidiLines(text, () => true).map((line) => line.map((run) => run.text));

test('a text without a word from right to left is left alone', () => {
  expect(isBidirectional('Łódź — £1,245.00')).toBe(false);
  expect(isBidirectional('إيصال')).toBe(true);
});

test('a line is in the order in which it is seen; numbers and names keep theirs', () => {
  expect(seen('إيصال P000042 من Port Azur')).toEqual([['Port Azur', ' من ', 'P000042', 'إيصال ']]);
});

test('what is isolated takes nothing of its neighbours along, and its marks are gone', () => {
  expect(seen('اتصل على \u2068+44 1632 960000\u2069.')).toEqual([['.', '+44 1632 960000', 'اتصل على ']]);
});

test('brackets are turned with their text', () => {
  expect(seen('(المكتب) 5')).toEqual([
    ['5', '(المكتب) '.replace('(', '\u0000').replace(')', '(').replace('\u0000', ')')],
  ]);
});

test('lines are broken between words, in the order in which they are read', () => {
  const lines = bidiLines('واحد اثنان ثلاثة', (line) => line.map(({ text }) => text).join('').length <= 11);
  expect(lines.map((line) => line.map(({ text }) => text).join(''))).toEqual(['واحد اثنان', 'ثلاثة']);
});
