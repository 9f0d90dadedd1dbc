import type { AccountValues } from '@quayside/contract/account/account-fields.ts';
import { expect, test } from 'vitest';
import { mergeChanges } from './changed-elsewhere.ts';

const stored = { town: 'Emsworth', phone: '', address1: '4 Ferry Lane', county: '' } as AccountValues;

test('a change of the other window alone is taken, a change of this one alone is kept', () => {
  const typed = { ...stored, phone: '01632 960213' };
  const { stored: now, values, changes } = mergeChanges({ stored, typed }, { town: 'Cowes', phone: '', version: '8' });
  expect(now).toEqual({ ...stored, town: 'Cowes' });
  expect(values).toEqual({ ...stored, town: 'Cowes', phone: '01632 960213' });
  expect(changes).toEqual([{ field: 'town', now: 'Cowes', isKept: false }]);
});

test('a field that both changed keeps the text typed here, and the page says so', () => {
  const typed = { ...stored, town: 'Bosham' };
  const { values, changes } = mergeChanges({ stored, typed }, { town: 'Cowes', version: '8' });
  expect(values.town).toBe('Bosham');
  expect(changes).toEqual([{ field: 'town', now: 'Cowes', isKept: true }]);
});

test('the same change in both windows shows no notice', () => {
  const typed = { ...stored, town: 'Cowes' };
  expect(mergeChanges({ stored, typed }, { version: '8' }).changes).toEqual([]);
});
