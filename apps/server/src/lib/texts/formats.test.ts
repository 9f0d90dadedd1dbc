import { describe, expect, test } from 'vitest';
import { formatInstant, formatMinor } from './formats.ts';

describe('amounts', () => {
  test.each([
    [124_500, 'GBP', 2, 'en-GB', '£1,245.00'],
    [124_500, 'EUR', 2, 'fr-FR', '1\u202f245,00\u00a0€'],
    [124_500, 'JPY', 0, 'en-GB', '¥124,500'],
    [124_500, 'TND', 3, 'fr-FR', '124,500\u00a0TND'],
    [100, 'GBP', 2, 'fr-FR', '1,00\u00a0£'],
    [100, 'GBP', 2, 'ar', '\u200f1.00\u00a0£'],
    [-5, 'GBP', 2, 'en-GB', '-£0.05'],
    [9_007_199_254_740_991, 'GBP', 2, 'en-GB', '£90,071,992,547,409.91'],
  ])('[ORD-8] %d minor units of %s with %d decimals in %s', (minor, currency, places, language, text) => {
    expect(formatMinor(minor, currency, places, language)).toBe(text);
  });
});

describe('instants', () => {
  test.each([
    ['2026-09-01T12:05:09Z', 'en-GB', 'Europe/London', '01 Sep 2026 13:05:09'],
    ['2026-09-01T12:05:09Z', 'fr-FR', 'Europe/Paris', '01 sept. 2026 14:05:09'],
    // both instants of the hour that comes twice in autumn, and the hour that spring skips
    ['2026-10-25T00:30:00Z', 'en-GB', 'Europe/London', '25 Oct 2026 01:30:00'],
    ['2026-10-25T01:30:00Z', 'en-GB', 'Europe/London', '25 Oct 2026 01:30:00'],
    ['2026-03-29T01:00:00Z', 'fr-FR', 'Europe/Paris', '29 mars 2026 03:00:00'],
    ['2028-02-29T23:30:00Z', 'en-GB', 'Europe/London', '29 Feb 2028 23:30:00'],
  ])('%s in %s at %s', (instant, language, timeZone, text) => {
    expect(formatInstant(new Date(instant), language, timeZone)).toBe(text);
  });
});
