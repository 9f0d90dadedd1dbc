import { expect, test } from 'vitest';
import { readDateFilter } from './date-filter.ts';

test('an address that says anything else says nothing', () => {
  expect(readDateFilter({ dates: 'custom', from: '2026-02-01', to: '2026-02-30', page: '2' })).toEqual({
    dates: 'custom',
    from: '2026-02-01',
  });
  expect(readDateFilter({ dates: 'lastYear', from: '2026-02-01' })).toEqual({ dates: 'lastYear' });
  for (const dates of ['allDates', 'ever', '', 7, undefined]) expect(readDateFilter({ dates })).toEqual({});
});
