import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatDate } from './dates.ts';

const september = '2026-09-05T22:30:09Z';

test('[SHELL-17] every pattern writes an instant as specified', () => {
  const write = (pattern: Parameters<typeof formatDate>[1]) => formatDate(september, pattern, 'en-GB', 'UTC');
  expect(write('dd MMM yyyy')).toBe('05 Sep 2026');
  expect(write('dd MMM yy')).toBe('05 Sep 26');
  expect(write('dd MMM yyyy HH:mm:ss')).toBe('05 Sep 2026 22:30:09');
  expect(write('DD/MM/YYYY')).toBe('05/09/2026');
  expect(write('DD-MMM-YYYY')).toBe('05-Sep-2026');
  expect(write('YYYY-MM-DD HH:mm:ss')).toBe('2026-09-05 22:30:09');
});

test('months carry the name of the language, in the same pattern', () => {
  expect(formatDate('2027-02-28', 'dd MMM yyyy', 'fr-FR')).toBe('28 févr. 2027');
  expect(formatDate('2027-02-28', 'DD/MM/YYYY', 'fr-FR')).toBe('28/02/2027');
});

test('an instant stands in the time zone of its site, over midnight and summer time', () => {
  expect(formatDate('2026-06-30T23:30:00Z', 'dd MMM yyyy HH:mm:ss', 'en-GB', 'Europe/London')).toBe(
    '01 Jul 2026 00:30:00',
  );
  expect(formatDate('2026-12-31T23:30:00Z', 'dd MMM yyyy', 'en-GB', 'Europe/London')).toBe('31 Dec 2026');
  expect(formatDate('2026-12-31T23:30:00Z', 'dd MMM yyyy', 'en-GB', 'Europe/Paris')).toBe('01 Jan 2027');
  expect(formatDate('2026-03-29T00:59:59Z', 'dd MMM yyyy HH:mm:ss', 'en-GB')).toBe('29 Mar 2026 00:59:59');
  expect(formatDate('2026-03-29T01:00:00Z', 'dd MMM yyyy HH:mm:ss', 'en-GB')).toBe('29 Mar 2026 02:00:00');
});

test('a calendar day is the same day in every time zone', () => {
  const day = fc
    .date({ min: new Date('1990-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  const zone = fc.constantFrom('Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/London');
  fc.assert(
    fc.property(day, zone, (iso, timeZone) => {
      expect(formatDate(iso, 'YYYY-MM-DD HH:mm:ss', 'en-GB', timeZone)).toBe(`${iso} 00:00:00`);
    }),
  );
});

test('an empty date stays empty', () => {
  expect(formatDate('', 'dd MMM yyyy', 'en-GB')).toBe('');
});
