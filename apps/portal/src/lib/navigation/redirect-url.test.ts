import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isRedirectPath } from './redirect-url.ts';

test('pages behind the sign-in can be gone back to, with their search', () => {
  expect(isRedirectPath('/secure/dashboard')).toBe(true);
  expect(isRedirectPath('/secure/orders/outstanding?order=12')).toBe(true);
  expect(isRedirectPath('/quick-pay/5e0c/review')).toBe(true);
  expect(isRedirectPath('/Secure/Dashboard')).toBe(true);
});

test.each([
  'https://evil.example/secure/',
  '//evil.example/secure/',
  '/\\evil.example/secure/',
  '/secure/\\evil',
  '/secure/../login',
  '/secure/%2e%2e/login',
  '/login',
  '/secured/',
  '/secure/..//evil.example',
  'javascript:alert(1)',
  '',
])('%s is nowhere to go after signing in', (path) => {
  expect(isRedirectPath(path)).toBe(false);
});

test('every accepted address stays on this origin', () => {
  fc.assert(
    fc.property(fc.string(), (rest) => {
      for (const path of [rest, `/secure/${rest}`, `/quick-pay/${rest}`]) {
        if (!isRedirectPath(path)) continue;
        const url = new URL(path, 'https://portal.example');
        expect(url.origin).toBe('https://portal.example');
        expect(url.pathname).toMatch(/^\/(secure|quick-pay)\//i);
      }
    }),
    { numRuns: 5000 },
  );
});
