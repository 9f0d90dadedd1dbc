import type { AccountValues } from '@quayside/contract/account-fields.ts';
import { expect, test } from 'vitest';
import { mergeChanges } from './changed-elsewhere.ts';

const stored = { town: 'Emsworth', phone: '', address1: '4 Ferry Lane', county: '' } as AccountValues;

test('what only the other window changed is taken, what only this one changed is kept', () => {
  const typed = { ...stored, phone: '01632 960213' };
  const { stored: now, values, changes } = mergeChanges({ stored, typed }, { town: 'Cowes', phone: '', version: '8' });
  expect(now).toEqual({ ...stored, town: 'Cowes' });
  expect(values).toEqual({ ...stored, town: 'Cowes', phone: '01632 960213' });
  expect(changes).toEqual([{ field: 'town', now: 'Cowes', isKept: false }]);
});

test('what both changed stays as it was typed here, and is told', () => {
  const typed = { ...stored, town: 'Bosham' };
  const { values, changes } = mergeChanges({ stored, typed }, { town: 'Cowes', version: '8' });
  expect(values.town).toBe('Bosham');
  expect(changes).toEqual([{ field: 'town', now: 'Cowes', isKept: true }]);
});

test('what both changed to the same is no news', () => {
  const typed = { ...stored, town: 'Cowes' };
  expect(mergeChanges({ stored, typed }, { version: '8' }).changes).toEqual([]);
});
