import { expect, test } from 'vitest';
import { isNearEnd, pagerPages, readPaging } from './paging.ts';

test.each([
  [1, 1, [1]],
  [1, 2, [1, 2]],
  [3, 6, [1, 2, 3, 4, 5, 6]],
  [1, 8, [1, 2, 3, 4, 5, 6, 8]],
  [8, 8, [1, 3, 4, 5, 6, 7, 8]],
  [10, 20, [1, 8, 9, 10, 11, 12, 13, 20]],
  [20, 20, [1, 15, 16, 17, 18, 19, 20]],
])('[SHELL-15] on page %i of %i the pager leads to %j', (page, totalPages, pages) => {
  expect(pagerPages(page, totalPages)).toEqual(pages);
});

test('[SHELL-15] at most six pages beside the first and the last, the shown one among them', () => {
  for (let totalPages = 1; totalPages <= 60; totalPages += 1) {
    for (let page = 1; page <= totalPages; page += 1) {
      const pages = pagerPages(page, totalPages);
      expect(pages.filter((each) => each !== 1 && each !== totalPages).length).toBeLessThanOrEqual(6);
      expect(pages).toEqual(pages.toSorted((one, other) => one - other));
      expect(pages).toEqual(expect.arrayContaining([1, page, totalPages]));
    }
  }
});

test.each([
  [{}, {}],
  [{ page: '3', order: '7' }, { page: 3 }],
  [{ page: '1', shown: '4' }, {}],
  [{ shown: '12' }, { shown: 12 }],
  [{ page: '-2' }, {}],
  [{ page: 'abc', shown: '1e99' }, {}],
  [{ page: ['2'] }, {}],
])('of the search %j a list takes %j', (search, paging) => {
  expect(readPaging(search)).toEqual(paging);
});

test('[SHELL-14] more is wanted when a tenth is left, or nothing can be scrolled', () => {
  expect(isNearEnd({ scrolled: 0, height: 800, whole: 700 })).toBe(true);
  expect(isNearEnd({ scrolled: 99, height: 800, whole: 1_000 })).toBe(false);
  expect(isNearEnd({ scrolled: 100, height: 800, whole: 1_000 })).toBe(true);
});
