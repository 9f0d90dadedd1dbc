import { expect, test } from 'vitest';
import { cutToBytes } from './text.ts';

test.each([
  ['Quay', 4, 'Quay'],
  ['Quay', 3, 'Qua'],
  ['Häfen', 3, 'Hä'],
  ['Häfen', 2, 'H'],
  ['a🚤b', 5, 'a🚤'],
  ['a🚤b', 4, 'a'],
])('[PROV-133] of %s the first %i bytes are %s, with no half character', (text, most, cut) => {
  expect(cutToBytes(text, most)).toBe(cut);
});
