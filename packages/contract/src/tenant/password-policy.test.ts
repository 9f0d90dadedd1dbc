import { expect, test } from 'vitest';
import { brokenRules } from './password-policy.ts';

test.each([
  ['Aa1!aa', []],
  ['Aa1!a', ['length']],
  ['AA1!AA', ['lower']],
  ['aa1!aa', ['upper']],
  ['Aab!aa', ['digit']],
  ['Aa1aaa', ['special']],
  ['Aa1 aa', ['special']],
  ['', ['length', 'lower', 'upper', 'digit', 'special']],
  // Letters and digits of every script count as letters and digits. All other characters are special.
  ['Éé٣€éé', []],
  ['Ee\u03011aaa', ['special']],
  ['Aa1😀aa', []],
] as const)('[REG-4] as specified, %j lacks %j', (password, lacking) => {
  expect(brokenRules(password, 'specified')).toEqual(lacking);
});

test('a character beyond the first plane counts once', () => {
  expect(brokenRules('Aa1😀😀', 'specified')).toEqual(['length']);
});

test.each([
  ['all lower case', []],
  ['1234567', ['length']],
  ['        ', []],
] as const)('the modern policy asks %j only for its length', (password, lacking) => {
  expect(brokenRules(password, 'modern')).toEqual(lacking);
});
