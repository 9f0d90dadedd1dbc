import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { makeAccount, makeTenant, type TestTenant } from '../../testing/factories/factories.ts';
import { fixedQuery } from './fixed-query.ts';

let app: TestApp;
let tenant: TestTenant;
beforeAll(async () => {
  app = await startTestApp();
  tenant = await makeTenant(app);
});
afterAll(() => app.close());

const namedBetween = fixedQuery((db, values: { lastname: string; ids: readonly number[] }) =>
  db
    .selectFrom('accounts')
    .select(['id', 'lastname'])
    .where('id', '=', sql<number>`any(${values.ids})`)
    .where('lastname', '=', values.lastname)
    .orderBy('id'),
);

test('a fixed query takes the values of each call, in any order in the statement', async () => {
  const first = await makeAccount(tenant, { lastname: 'Tern' });
  const second = await makeAccount(tenant, { lastname: 'Teal' });
  const ids = [first.id, second.id];
  expect(await namedBetween(tenant.db, { lastname: 'Teal', ids })).toEqual([{ id: second.id, lastname: 'Teal' }]);
  expect(await namedBetween(tenant.db, { ids, lastname: 'Tern' })).toEqual([{ id: first.id, lastname: 'Tern' }]);
  expect(await namedBetween(tenant.db, { lastname: 'Tern', ids: [] })).toEqual([]);
});

test('a fixed query sees the rows of its transaction', async () => {
  const { id } = await makeAccount(tenant, { lastname: 'Before' });
  const found = await tenant.db.transaction().execute(async (trx) => {
    await trx.updateTable('accounts').set({ lastname: 'Within' }).where('id', '=', id).execute();
    return namedBetween(trx, { lastname: 'Within', ids: [id] });
  });
  expect(found).toEqual([{ id, lastname: 'Within' }]);
});

test('a value that is not the caller’s is refused: it would be taken for a placeholder', async () => {
  const broken = fixedQuery((db, _: object) => db.selectFrom('accounts').select('id').where('id', '=', 1));
  await expect(broken(tenant.db, {})).rejects.toThrow('value of its own');
});
