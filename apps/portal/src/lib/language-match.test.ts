import { expect, test } from 'vitest';
import { matchLanguage } from './language-match.ts';

const offered = ['en-GB', 'fr-FR', 'da-DK', 'ar'];

test.each([
  [['fr-FR', 'en'], 'fr-FR'],
  [['fr'], 'fr-FR'],
  [['da'], 'da-DK'],
  [['en-US'], 'en-GB'],
  [['fr-CA'], 'fr-FR'],
  [['FR-fr'], 'fr-FR'],
  [['ja', 'fr'], 'fr-FR'],
  [['ar'], 'ar'],
  [['ar-EG'], 'ar'],
  [['ja'], 'en-GB'],
  [[], 'en-GB'],
])('[LANG-2] a browser that speaks %j gets %s', (wanted, expected) => {
  expect(matchLanguage(wanted, offered, 'en-GB')).toBe(expected);
});

test('[LANG-2] without a match the marina has its say, then whatever it offers', () => {
  expect(matchLanguage(['ja'], offered, 'fr-FR')).toBe('fr-FR');
  expect(matchLanguage(['ja'], ['da-DK'], 'fr-FR')).toBe('da-DK');
  expect(matchLanguage(['ja'], [], 'fr-FR')).toBe('en-GB');
});
