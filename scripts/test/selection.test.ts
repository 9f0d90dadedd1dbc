import { expect, test } from 'vitest';
import { selectTests } from './selection.mjs';

test('parts of paths choose the tests of both runners', () => {
  expect(selectTests(['payments/redirect/', 'e2e/page-payments'])).toEqual({
    vitest: ['apps/server/src/providers/payments/redirect/redirect.test.ts'],
    playwright: ['e2e/page-payments.spec.ts'],
  });
});

test('the part that no path contains is named, and not those that have tests', () => {
  const nowhere = ['src', 'nowhere'].join('/');
  expect(() => selectTests(['payments/redirect/', nowhere])).toThrow(
    `No path of a test contains "${nowhere}", and no test's title contains "payments/redirect/ ${nowhere}".`,
  );
});
