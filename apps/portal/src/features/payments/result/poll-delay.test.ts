import { expect, test } from 'vitest';
import { pollDelay } from './poll-delay.ts';

test.each([
  [0, 1000],
  [59_999, 1000],
  [60_000, 2000],
  [299_999, 2000],
  [300_000, 5000],
  [899_999, 5000],
  [900_000, null],
])('after %d ms it asks again in %s ms', (sinceStart, delay) => {
  expect(pollDelay(sinceStart)).toBe(delay);
});
