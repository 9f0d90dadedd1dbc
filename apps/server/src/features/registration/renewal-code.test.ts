import { expect, test } from 'vitest';
import { makeRenewalCode, readRenewalCode } from './renewal-code.rules.ts';

test('a code has ten characters of which none looks like another', () => {
  const codes = Array.from({ length: 200 }, makeRenewalCode);
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/);
  expect(new Set(codes).size).toBe(200);
});

test.each(['sandbank26', ' SAND BANK 26 ', 'Sand-Bank-26', 'SAND\u2011BANK\u201326', 'SANDBANK\u00a026'])(
  '[REG-1] %j is read as it was meant',
  (typed) => expect(readRenewalCode(typed)).toBe('SANDBANK26'),
);

test('a letter that looks like a digit counts as the digit', () => {
  expect(readRenewalCode('oil0Il')).toBe('011011');
});
