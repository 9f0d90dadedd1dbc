import { expect, test } from 'vitest';
import { boundsOf } from './date-bounds.ts';

const bounds = (dates: Parameters<typeof boundsOf>[0]['dates'], today: string) => {
  const { fromDate, toDate } = boundsOf(dates === undefined ? {} : { dates }, today);
  return [fromDate, toDate];
};

test('[EST-1] [SHELL-17] each span has the first and the last second of its days', () => {
  const today = '2026-05-16';
  expect(bounds(undefined, today)).toEqual([undefined, undefined]);
  expect(bounds('last30Days', today)).toEqual(['2026-04-16 00:00:00', '2026-05-16 23:59:59']);
  expect(bounds('last3Months', today)).toEqual(['2026-02-16 00:00:00', '2026-05-16 23:59:59']);
  expect(bounds('last12Months', today)).toEqual(['2025-05-16 00:00:00', '2026-05-16 23:59:59']);
  expect(bounds('thisYear', today)).toEqual(['2026-01-01 00:00:00', '2026-12-31 23:59:59']);
  expect(bounds('lastYear', today)).toEqual(['2025-01-01 00:00:00', '2025-12-31 23:59:59']);
});

test('[EST-1] a month that is shorter ends the span at its last day, also around 29 February', () => {
  expect(bounds('last3Months', '2028-05-31')[0]).toBe('2028-02-29 00:00:00');
  expect(bounds('last3Months', '2027-05-31')[0]).toBe('2027-02-28 00:00:00');
  expect(bounds('last12Months', '2028-02-29')[0]).toBe('2027-02-28 00:00:00');
  expect(bounds('last3Months', '2026-01-31')[0]).toBe('2025-10-31 00:00:00');
  expect(bounds('last30Days', '2028-03-01')[0]).toBe('2028-01-31 00:00:00');
});

test('[EST-1] days of one’s own have the bounds that are given', () => {
  expect(boundsOf({ dates: 'custom', from: '2026-03-29' }, '2026-05-16')).toEqual({ fromDate: '2026-03-29 00:00:00' });
  expect(boundsOf({ dates: 'custom', to: '2026-03-29' }, '2026-05-16')).toEqual({ toDate: '2026-03-29 23:59:59' });
});
