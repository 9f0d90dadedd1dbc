import { expect, test } from 'vitest';
import { likelyEmail } from './email-typo.ts';

test.each([
  ['jo@gmial.com', 'jo@gmail.com'],
  ['jo@gmail.co', 'jo@gmail.com'],
  ['jo@gmail.con', 'jo@gmail.com'],
  ['jo@gamil.com', 'jo@gmail.com'],
  ['Jo.Sailor@GMAI.COM', 'Jo.Sailor@gmail.com'],
  [' jo@hotmial.com ', 'jo@hotmail.com'],
  ['jo@hotnail.con', 'jo@hotmail.com'],
  ['jo@outlok.com', 'jo@outlook.com'],
  ['jo@yahoo.co.ul', 'jo@yahoo.co.uk'],
  ['jo@orage.fr', 'jo@orange.fr'],
  ['jo@btinternet.co', 'jo@btinternet.com'],
  ['"a@b"@gmial.com', '"a@b"@gmail.com'],
])('[REG-3] %s: did you mean %s?', (typed, meant) => {
  expect(likelyEmail(typed)).toBe(meant);
});

test.each([
  'jo@gmail.com',
  'jo@GMAIL.com',
  'jo@mail.com',
  'jo@ymail.com',
  'jo@yahoo.fr',
  'jo@yahoo.es',
  'jo@gmx.de',
  'jo@saltmarsh-marina.co.uk',
  'jo@example.com',
  'jo@harbour.org',
  'jo@g.co',
  'jo@',
  '@gmial.com',
  'jo',
  '',
])('[REG-3] %j is taken as it is', (typed) => {
  expect(likelyEmail(typed)).toBeNull();
});
