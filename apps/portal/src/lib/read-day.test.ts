import { expect, test } from 'vitest';
import { formatDate } from './dates.ts';
import { readDay } from './read-day.ts';

test('[SHELL-17] a day is read as people type it, the day before the month', () => {
  for (const typed of ['1/2/2027', '01.02.2027', '1 Feb 2027', '01-Feb-2027', '1 february 2027', ' 2027-02-01 '])
    expect([typed, readDay(typed, 'en-GB')]).toEqual([typed, '2027-02-01']);
});

test('[SHELL-17] and as the picker writes it, in every language', () => {
  for (const language of ['en-GB', 'fr-FR', 'de-DE', 'es-ES', 'nl-NL', 'ar'])
    for (let month = 1; month <= 12; month += 1) {
      const day = `2028-${String(month).padStart(2, '0')}-29`;
      expect(readDay(formatDate(day, 'DD-MMM-YYYY', language), language)).toBe(day);
    }
});

test('what is no day is none', () => {
  for (const typed of [
    '',
    'soon',
    '31/4/2027',
    '29 Feb 2027',
    '1/2/27',
    '1/13/2027',
    '1 Fe 2027',
    '1 Nonth 2027',
    '1/2',
  ])
    expect([typed, readDay(typed, 'en-GB')]).toEqual([typed, null]);
});
