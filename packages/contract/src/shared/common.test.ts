import { describe, expect, test } from 'vitest';
import { AmountShown, EmailAddress, Instant, isEmailAddress, RunningNumber, SiteTime } from './common.ts';

describe('an e-mail address', () => {
  const longest = `${'a'.repeat(242)}@example.com`;

  test.each(['jo@example.com', ' jo@example.com ', 'jo+berth@mail.example.co.uk', 'ünal@exämple.com', longest])(
    '%s is one, for the schema and for the light rule',
    (text) => {
      expect(isEmailAddress(text)).toBe(true);
      expect(EmailAddress.parse(text)).toBe(text.trim());
    },
  );

  test.each([
    'jo',
    '@example.com',
    'jo@example',
    'jo@example.com.',
    'jo@example..com',
    'jo@@example.com',
    'jo sailor@example.com',
    'jo@exa mple.com',
    'jo@example.com, luc@example.com',
    '<jo@example.com>',
    `a${longest}`,
  ])('%s is none, for either', (text) => {
    expect(isEmailAddress(text)).toBe(false);
    expect(EmailAddress.safeParse(text).success).toBe(false);
  });
});

describe('a time on the clocks of a site', () => {
  test.each(['2026-06-15 00:00:00', '2024-02-29 23:59:59'])('%s is one', (text) => {
    expect(SiteTime.safeParse(text).success).toBe(true);
  });

  test.each([
    '2026-06-15',
    '2026-06-15T00:00:00',
    '2026-02-30 00:00:00',
    '2026-06-15 24:00:00',
    '2026-06-15 00:00',
    '2026-06-15 00:00:00.5',
    '2026-06-15 00:00:00Z',
    '12026-06-15 00:00:00',
  ])('%s is none', (text) => {
    expect(SiteTime.safeParse(text).success).toBe(false);
  });
});

test('an instant says how far its clock is from UTC', () => {
  expect(Instant.safeParse('2026-06-15T09:00:00+01:00').success).toBe(true);
  expect(Instant.safeParse('2026-06-15T09:00:00').success).toBe(false);
});

test.each([
  [AmountShown, 0, true],
  [AmountShown, 999_999_999_999.99, true],
  [AmountShown, 2 ** 53, false],
  [AmountShown, -0.01, false],
  [RunningNumber, '1', true],
  [RunningNumber, 2_147_483_647, true],
  [RunningNumber, 2_147_483_648, false],
  [RunningNumber, 0, false],
  [RunningNumber, 1.5, false],
  [RunningNumber, '', false],
  [RunningNumber, ' 1', false],
  [RunningNumber, '+1', false],
  [RunningNumber, '0x1', false],
  [RunningNumber, '1e2', false],
])('bounds of a number: %#', (schema, value, isGood) => {
  expect(schema.safeParse(value).success).toBe(isGood);
});
