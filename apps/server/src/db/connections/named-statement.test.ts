import type pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/databases/test-database.ts';
import { DatabaseClient } from '../client.ts';
import type { NamingClient } from './naming-client.ts';

let database: TestDatabase;
let client: DatabaseClient;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new DatabaseClient({ url: database.appUrl, size: 2 });
});
afterAll(async () => {
  await client.close();
  await database.drop();
});

/** Takes a connection that counts the descriptions of rows that it receives. */
async function take() {
  const connection = (await client.pool.connect()) as pg.PoolClient & NamingClient;
  onTestFinished(() => connection.release(true));
  let described = 0;
  connection.connection.on('rowDescription', () => {
    described += 1;
  });
  const ask = async (text: string, values: unknown[]) => (await connection.query(text, values)).rows;
  return { ask, described: () => described };
}

const kinds = `
  select $1::text as word, 7::bigint as number, null::int as nothing, '2026-05-16'::date as day,
         '{"a": [1]}'::jsonb as json, '2026-05-16 09:00+00'::timestamptz as at
  from generate_series(1, $2::int)
`;

test('PostgreSQL describes the rows of a statement once for each connection, and they are read alike', async () => {
  const [one, other] = [await take(), await take()];
  const first = await one.ask(kinds, ['first', 1]);
  expect(first).toMatchObject([{ word: 'first', number: 7, nothing: null, day: '2026-05-16', json: { a: [1] } }]);
  expect(await one.ask(kinds, ['first', 1])).toStrictEqual(first);
  expect(await one.ask(kinds, ['none', 0])).toEqual([]);
  expect(await one.ask(kinds, ['three', 3])).toHaveLength(3);
  expect(one.described()).toBe(1);
  expect(await other.ask(kinds, ['first', 1])).toStrictEqual(first);
  expect(other.described()).toBe(1);
});

test('a statement that has failed once is sent again without its description', async () => {
  const { ask, described } = await take();
  const half = 'select 6 / $1::int as half';
  await expect(ask(half, [0])).rejects.toThrow('division by zero');
  expect(await ask(half, [2])).toEqual([{ half: 3 }]);
  await expect(ask(half, [0])).rejects.toThrow('division by zero');
  expect(await ask(half, [3])).toEqual([{ half: 2 }]);
  expect(described()).toBe(1);
});

test('PostgreSQL refuses a statement whose rows have other types by now', async () => {
  const { ask } = await take();
  await ask('create temporary table changing as select 1 as content, $1::int as other', [1]);
  const read = 'select content from changing where other = $1';
  expect(await ask(read, [1])).toEqual([{ content: 1 }]);
  await ask("alter table changing alter content type text using 'a text'", []);
  await expect(ask(read, [1])).rejects.toThrow('cached plan must not change result type');
});

test('a value that can’t be read fails its statement, and the connection serves on', async () => {
  const { ask } = await take();
  const number = 'select $1::bigint as number from generate_series(1, 3)';
  await expect(ask(number, ['9007199254740993'])).rejects.toThrow('integer beyond 2^53');
  expect(await ask(number, [7])).toEqual([{ number: 7 }, { number: 7 }, { number: 7 }]);
});

test.each(['a "quoted" name', "'); throw new Error('ran'); ('", '\\', '__proto__', '${1}', '\u2028'])(
  'a column may have any name: %s',
  async (name) => {
    const { ask } = await take();
    const quoted = `"${name.replaceAll('"', '""')}"`;
    const [row] = await ask(`select $1::int as ${quoted}, 2 as other`, [1]);
    expect(Object.entries(row)).toEqual([
      [name, 1],
      ['other', 2],
    ]);
  },
);
