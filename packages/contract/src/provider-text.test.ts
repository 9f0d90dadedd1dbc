import { expect, test } from 'vitest';
import { asProviderText } from './provider-text.ts';

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
