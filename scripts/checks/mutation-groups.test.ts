import { expect, test } from 'vitest';
import { groups, missingFiles } from '../../mutation/groups.ts';

const parts = Object.entries(groups).flatMap(([group, all]) =>
  Object.entries(all).map(([name, part]) => ({ name: `${group}: ${name}`, part })),
);

test.each(parts)('all that the mutation tests of $name name is there', ({ part }) => {
  expect(missingFiles(part)).toEqual([]);
});

test('a test that was renamed is missed by its part', () => {
  const renamed = 'apps/server/src/features/payments/engine/largest-payment-rule.test.ts';
  expect(missingFiles({ mutate: ['mutation/groups.ts'], tests: ['mutation/*.test.ts', renamed] })).toEqual([
    'mutation/*.test.ts',
    renamed,
  ]);
});
