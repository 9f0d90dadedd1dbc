import { expect, test } from 'vitest';
import { PageQuery, partOf, totalsOf } from './paging.ts';

test.each([
  [{}, { skip: 0, take: 10 }],
  [{ page: 3 }, { skip: 20, take: 10 }],
  [
    { page: 3, rows: 25 },
    { skip: 50, take: 25 },
  ],
  [
    { skip: 7, take: 5 },
    { skip: 7, take: 5 },
  ],
  [{ skip: 7 }, { skip: 7, take: 10 }],
  [
    { skip: 0, page: 3 },
    { skip: 0, take: 10 },
  ],
  [
    { rows: 25, take: 5 },
    { skip: 0, take: 5 },
  ],
])('%j is the part %j', (query, part) => {
  expect(partOf(PageQuery.parse(query))).toEqual(part);
});

test.each([
  [0, 0],
  [1, 1],
  [10, 1],
  [11, 2],
])('%i items of ten a page fill %i pages', (items, pages) => {
  expect(totalsOf(items, { skip: 0, take: 10 })).toEqual({ totalItems: items, totalPages: pages });
});

test.each([
  { page: 0 },
  { page: 1_000_001 },
  { rows: 0 },
  { rows: 101 },
  { skip: -1 },
  { skip: 100_000_001 },
  { take: 0 },
  { take: 101 },
  { page: 1.5 },
])('%j is refused', (query) => {
  expect(PageQuery.safeParse(query).success).toBe(false);
});

test('numbers come as text in an address, up to their bounds', () => {
  const largest = { page: '1000000', rows: '100', skip: '100000000', take: '100' };
  expect(PageQuery.parse(largest)).toEqual({ page: 1_000_000, rows: 100, skip: 100_000_000, take: 100 });
});
