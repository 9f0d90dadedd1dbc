import { expect, test } from 'vitest';
import { senderAddress } from './open-mail.ts';

test('the sender is an address, with or without a name', () => {
  expect(senderAddress('Quayside <no-reply@example.com>')).toBe('no-reply@example.com');
  expect(senderAddress('office@example.com')).toBe('office@example.com');
});

test.each(['', 'Quayside', 'no one at example.com'])('MAIL_FROM %o stops the start', (mailFrom) => {
  expect(() => senderAddress(mailFrom)).toThrow(/^MAIL_FROM is wrong/);
});
