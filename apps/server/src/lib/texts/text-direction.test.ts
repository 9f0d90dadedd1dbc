import { expect, test } from 'vitest';
import { directionOf } from './text-direction.ts';

test.each(['ar', 'he-IL', 'ckb', 'pa-PK', 'az-Arab'])('%s is written from right to left', (language) => {
  expect(directionOf(language)).toBe('rtl');
});

test.each(['en-GB', 'fr-FR', 'en-XA', 'ku', 'pa-IN'])('%s is written from left to right', (language) => {
  expect(directionOf(language)).toBe('ltr');
});
