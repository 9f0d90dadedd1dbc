import { describe, expect, test } from 'vitest';
import { readReferrer } from './referrer.ts';

describe('[AGR-3] the way back', () => {
  test.each(['/secure/dashboard', '/secure/agreements?page=2', '/portal/secure/agreements#1'])('%s', (referrer) => {
    expect(readReferrer({ referrer })).toEqual({ referrer });
  });

  test.each([
    'https://evil.example/',
    '//evil.example/',
    '/..//evil.example',
    '/./..//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    'secure/dashboard',
    '//[',
    '/harbour/api/auth/logout',
    '/Harbour/api/auth/logout',
    '/x/../harbour/api/auth/logout',
    '',
    7,
    undefined,
  ])('not %s', (referrer) => {
    // Undefined and not absent, because the router would then keep the raw value.
    expect(readReferrer({ referrer })).toHaveProperty('referrer', undefined);
  });

  test('is called what the address says, up to 60 characters, else by our own name', () => {
    expect(readReferrer({ referrerText: '<b>Back</b>' })).toEqual({ referrerText: '<b>Back</b>' });
    expect(readReferrer({ referrerText: 'x'.repeat(60) })).toEqual({ referrerText: 'x'.repeat(60) });
    for (const referrerText of ['x'.repeat(61), '  ', 7, undefined])
      expect(readReferrer({ referrerText })).toHaveProperty('referrerText', undefined);
  });
});

test('[AGR-3] the close button is hidden by true alone', () => {
  expect(readReferrer({ hideCloseButton: 'true' })).toEqual({ hideCloseButton: true });
  expect(readReferrer({ hideCloseButton: true })).toEqual({ hideCloseButton: true });
  for (const hideCloseButton of ['false', '1', '', undefined])
    expect(readReferrer({ hideCloseButton })).toHaveProperty('hideCloseButton', undefined);
});
