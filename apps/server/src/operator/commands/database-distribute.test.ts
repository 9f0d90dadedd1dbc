import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../../testing/databases/test-database.ts';
import { runOperator } from '../testing/operator.ts';

test('[RUN-8] says that every table could be distributed, and distributes none without a cluster', async () => {
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  const checked = await runOperator(['database', 'distribute', '--check'], { database });
  expect(checked.out).toBe('Every table can be distributed by its marina.\n');
  const refused = await runOperator(['database', 'distribute', '--trial'], { database });
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('is no coordinator of Citus') });
});
