import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import release from './last-release.json' with { type: 'json' };

/** Migrations since the last release, whose copies serve on the changed tables until all new ones are up. */

const folder = new URL('../migrations/', import.meta.url);

/** A migration says so, with the reason, above a statement that takes something away. */
const excuse = /^ *\/\/ The last release does not use .+/m;

/** Statements after which an older copy fails: they take away, rename, or ask for more than it writes. */
const dangers: [name: string, statement: RegExp][] = [
  [
    'drops',
    /\bdrop\s+(?:table|column|view|function|schema|type|sequence)\b|\.drop(?:Table|Column|View|Schema|Type)\(/i,
  ],
  ['renames', /\brename\b|\.rename(?:To|Column)\(/i],
  ['needs a value in', /\badd\s+column\b(?:(?!\bdefault\b|,|;|`)[^])*\bnot\s+null\b(?!\s+(?:default|generated))/i],
  ['makes stricter', /\bset\s+not\s+null\b|\.setNotNull\(/i],
  ['changes the type of', /\balter\s+column\s+\S+\s+(?:set\s+data\s+)?type\b|\.setDataType\(/i],
];

/** Returns what a migration does to older copies, without those statements that it excuses. */
function dangersOf(text: string): string[] {
  // A statement ends with its template, or with a semicolon inside.
  const statements = text.split(/;/);
  return dangers
    .filter(([, pattern]) => statements.some((part) => pattern.test(part) && !excuse.test(part)))
    .map(([name]) => name);
}

const isMigration = (name: string) => /^\d{4}-.*\.ts$/.test(name);

test('[RUN-5] no migration since the last release takes away what its copies use', () => {
  const names = readdirSync(folder).filter((name) => isMigration(name) && !release.migrations.includes(name));
  const found = names.flatMap((name) =>
    dangersOf(readFileSync(new URL(name, folder), 'utf8').split('export async function down')[0] ?? '').map(
      (danger) => `${name} ${danger} something: if the last release does not use it, say so in a comment above it`,
    ),
  );
  expect(found).toEqual([]);
  // A released migration is never removed or renamed.
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(release.migrations));
});

test.each([
  ['await sql`drop table a`.execute(db);', ['drops']],
  ['await sql`alter table a drop column b`.execute(db);', ['drops']],
  ['await sql`alter table a rename column b to c`.execute(db);', ['renames']],
  ['await sql`alter table a add column b int not null`.execute(db);', ['needs a value in']],
  ['await sql`alter table a alter column b set not null`.execute(db);', ['makes stricter']],
  ['await sql`alter table a alter column b type text`.execute(db);', ['changes the type of']],
  ['// The last release does not use it: it reads c.\nawait sql`drop table a`.execute(db);', []],
  ['await sql`alter table a add column b int not null default 0, add column c text`.execute(db);', []],
  ['await sql`create table a (b int not null); create index on a (b)`.execute(db);', []],
])('%j does to older copies: %j', (text, wanted) => {
  expect(dangersOf(text)).toEqual(wanted);
});
