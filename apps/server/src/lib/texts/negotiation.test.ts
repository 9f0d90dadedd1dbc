import { expect, test } from 'vitest';
import { negotiateEncoding, negotiateLanguage } from './negotiation.ts';

const offered = ['en-GB', 'fr-FR', 'da-DK', 'ar'];

test.each([
  ['fr-FR,en;q=0.9', 'fr-FR'],
  ['fr', 'fr-FR'],
  ['da', 'da-DK'],
  ['en-US', 'en-GB'],
  ['fr-CA', 'fr-FR'],
  ['FR-fr', 'fr-FR'],
  ['ja,fr;q=0.9', 'fr-FR'],
  ['en-US,fr-FR;q=0.9', 'en-GB'],
  ['en;q=0.2,da;q=0.8', 'da-DK'],
  ['ar', 'ar'],
  ['ar-EG', 'ar'],
  ['nb,en;q=0.5', 'en-GB'],
  ['ja', 'en-GB'],
  ['fr;q=0', 'en-GB'],
  ['*', 'en-GB'],
  ['', 'en-GB'],
  [undefined, 'en-GB'],
  ['not a tag;q=x, ;;, -', 'en-GB'],
])('[LANG-2] a browser that asks for %j gets %s', (header, expected) => {
  expect(negotiateLanguage(header, offered, 'en-GB')).toBe(expected);
});

test('[LANG-2] without a match it is the marina’s default, else the first that it offers', () => {
  expect(negotiateLanguage('ja', offered, 'fr-FR')).toBe('fr-FR');
  expect(negotiateLanguage('*', offered, 'fr-FR')).toBe('fr-FR');
  expect(negotiateLanguage('ja', ['da-DK'], 'fr-FR')).toBe('da-DK');
  expect(negotiateLanguage('ja', [], 'en-GB')).toBe('en-GB');
});

test.each([
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['*', 'br'],
  ['*;q=0, gzip', 'gzip'],
  ['deflate', 'identity'],
  ['x-brotli', 'identity'],
  ['', 'identity'],
  [undefined, 'identity'],
])('a client that accepts %j gets %s', (header, expected) => {
  expect(negotiateEncoding(header)).toBe(expected);
});
