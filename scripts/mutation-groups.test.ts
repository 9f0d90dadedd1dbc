import { expect, test } from 'vitest';
import { type GroupName, groups, missingFiles } from '../mutation/groups.ts';

test.each(Object.keys(groups) as GroupName[])('all that the mutation tests of %s name is there', (name) => {
  expect(missingFiles(groups[name])).toEqual([]);
});

test('a test that was renamed is missed by its mutation group', () => {
  const renamed = 'apps/server/src/features/payments/largest-payment-rule.test.ts';
  expect(missingFiles({ mutate: ['mutation/groups.ts'], tests: ['mutation/*.test.ts', renamed] })).toEqual([
    'mutation/*.test.ts',
    renamed,
  ]);
});
