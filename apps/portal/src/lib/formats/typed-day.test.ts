import { expect, test } from 'vitest';
import { formatDate } from './dates.ts';
import { dayAt, readDay, yearsAfter } from './typed-day.ts';

test.each([
  ['1/2/2027', '2027-02-01'],
  ['01/02/2027', '2027-02-01'],
  ['1.2.2027', '2027-02-01'],
  ['1-2-27', '2027-02-01'],
  ['1 Feb 2027', '2027-02-01'],
  ['01-Feb-2027', '2027-02-01'],
  ['1st February 2027', '2027-02-01'],
  ['1 FEB. 2027', '2027-02-01'],
  ['1 february 2027', '2027-02-01'],
  ['01.02.2027', '2027-02-01'],
  ['  2027-02-01 ', '2027-02-01'],
  ['2027-2-1', '2027-02-01'],
  ['29/2/2028', '2028-02-29'],
])('[DOC-2] [SHELL-17] %s is a day, the day before the month', (typed, day) => {
  expect(readDay(typed, 'en-GB')).toBe(day);
});

test.each([
  '',
  'tomorrow',
  '29/2/2027',
  '31/4/2027',
  '1/13/2027',
  '1 Ma 2027',
  '1 Foo 2027',
  '1 Nonth 2027',
  '29 Feb 2027',
  '2027',
  '1/2',
  '0/1/2027',
])('[DOC-2] %s is none', (typed) => {
  expect(readDay(typed, 'en-GB')).toBeNull();
});

test.each(['en-GB', 'fr-FR', 'de-DE', 'es-ES', 'nl-NL', 'ar'])(
  '[DOC-2] [SHELL-17] a day as the portal writes it in %s is read again',
  (language) => {
    for (let month = 1; month <= 12; month += 1) {
      const day = `2028-${String(month).padStart(2, '0')}-29`;
      expect(readDay(formatDate(day, 'DD-MMM-YYYY', language), language)).toBe(day);
      expect(readDay(formatDate(day, 'dd MMM yyyy', language), language)).toBe(day);
    }
  },
);

test('a reader types months in their language, or in English', () => {
  expect(readDay('1 févr. 2027', 'fr-FR')).toBe('2027-02-01');
  expect(readDay('1er fevrier 2027', 'fr-FR')).toBe('2027-02-01');
  expect(readDay('1 Feb 2027', 'fr-FR')).toBe('2027-02-01');
  expect(readDay('1 März 2027', 'de-DE')).toBe('2027-03-01');
});

test('the day is the site’s', () => {
  const late = new Date('2026-12-31T23:30:00Z');
  expect(dayAt(late, 'Europe/London')).toBe('2026-12-31');
  expect(dayAt(late, 'Europe/Paris')).toBe('2027-01-01');
  expect(yearsAfter('2026-12-31', 10)).toBe('2036-12-31');
});
