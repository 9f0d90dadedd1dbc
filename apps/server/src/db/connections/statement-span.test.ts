import { expect, test } from 'vitest';
import { statementSpan } from './statement-span.ts';

test.each([
  ['select "o"."id" from "orders" as "o" inner join "accounts" as "a" on true', 'select orders accounts'],
  ['insert into "counters" ("id") values ($1) on conflict do update set "value" = 1', 'insert counters'],
  ['with taken as (update payments set state = $1 returning id) select * from taken', 'with payments taken'],
  ["set local app.tenant_id = '5'", 'set'],
  ['begin', 'begin'],
])('%s is named by its verb and its tables', (text, name) => {
  expect(statementSpan(text).name).toBe(name);
});

test('a value in the text is never told, also where the text is cut', () => {
  const values = [
    "select from logins where email in ('it from ada@example.com', 'x')",
    `select '${' from ada'.repeat(900)}'`,
  ];
  for (const text of values) expect(JSON.stringify(statementSpan(text))).not.toContain('ada');
});
