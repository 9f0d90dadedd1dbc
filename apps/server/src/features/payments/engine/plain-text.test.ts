import { expect, test } from 'vitest';
import { plainText } from './plain-text.rules.ts';

test.each([
  ['The card was declined.', 'The card was declined.'],
  ['<b>The</b> card<br>was <script>alert(1)</script> declined', 'The card was alert(1) declined'],
  ['a\r\n\tb\u2028c\u200fd\0e', 'a b c d e'],
  ['1 < 2 > 0', '1 0'],
  ['<<img src=x>', ''],
  ['   ', ''],
  ['card 4000 0000 0000 1000 refused', 'card **** refused'],
  ['card.cardNum 4000000000001000: Luhn', 'card.cardNum ****: Luhn'],
  ['code 3022, reference 12345678', 'code 3022, reference 12345678'],
])('%j becomes %j', (text, plain) => {
  expect(plainText(text)).toBe(plain || null);
});

test('a text is cut to the given length, and an empty one stays empty', () => {
  expect(plainText('x'.repeat(1_000))).toHaveLength(300);
  expect(plainText('x'.repeat(1_000), 40)).toHaveLength(40);
  expect(plainText(null)).toBeNull();
});
