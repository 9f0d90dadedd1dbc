import { expect, test } from 'vitest';
import { writeSearch } from '@quayside/contract/shared/call.ts';
import { readSearch } from './address-search.ts';

test.each(['?renewal-token=1E23456789', '?renewal-token=0123456789', '?token=null', '?a=1&b=true', ''])(
  '%s is read as texts, and written as it was',
  (search) => {
    const read = readSearch(search);
    for (const value of Object.values(read)) expect(typeof value).toBe('string');
    expect(writeSearch(read)).toBe(search);
  },
);

test('an absent value is not written', () => {
  expect(writeSearch({ order: 4711, f: true, reference: undefined })).toBe('?order=4711&f=true');
});
