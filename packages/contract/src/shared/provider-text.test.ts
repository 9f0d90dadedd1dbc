import { expect, test } from 'vitest';
import { asProviderText, cutText } from './provider-text.ts';

test.each([
  ['Flat 3/2', 'Flat 3-2'],
  ['Berth B\\14', 'Berth B-14'],
  ['"The Haven"; Quay [North]', 'The Haven Quay North'],
  ['c/o O’Brien & Söhne, 1.º', 'c-o O’Brien & Söhne, 1.º'],
  ['a  b > c', 'a  b > c'],
  ['*^<', ''],
])('[CARD-52] %s is sent as %s, also if it was sent before', (text, sent) => {
  expect(asProviderText(text)).toBe(sent);
  expect(asProviderText(sent)).toBe(sent);
});

test.each([
  ['Kai 7', 5, 'Kai 7'],
  ['Kai 7', 3, 'Kai'],
  ['ab🚤', 4, 'ab🚤'],
  ['ab🚤', 3, 'ab'],
  ['🚤🚤', 3, '🚤'],
  ['🚤', 1, ''],
])('[PROV-132] of %s the first %i units are %s, with no half character', (text, most, cut) => {
  expect(cutText(text, most)).toBe(cut);
});
