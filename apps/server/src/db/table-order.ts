import { sql } from 'kysely';
import type { TenantDb } from './client.ts';

/** Two tables, of which the first comes before the second. */
export type Pair = readonly [first: string, second: string];

/** Reads the foreign keys between tables: each child, and the parent that its rows refer to. */
export async function readReferences(db: TenantDb): Promise<Pair[]> {
  const { rows } = await sql<{ child: string; parent: string }>`
    select distinct child.relname as child, parent.relname as parent from pg_constraint c
    join pg_class child on child.oid = c.conrelid
    join pg_class parent on parent.oid = c.confrelid
    where c.contype = 'f' and c.conrelid <> c.confrelid and child.relnamespace = 'public'::regnamespace
    order by 1, 2`.execute(db);
  return rows.map(({ child, parent }) => [child, parent]);
}

/**
 * Returns the tables in an order that keeps all pairs. Tables that no pair decides stay in their order.
 * @throws Error if the pairs contradict each other
 */
export function inOrder<Table extends { name: string }>(tables: readonly Table[], pairs: readonly Pair[]): Table[] {
  const waiting = [...tables];
  const ordered: Table[] = [];
  while (waiting.length > 0) {
    const names = new Set(waiting.map(({ name }) => name));
    const held = new Set(pairs.filter(([first]) => names.has(first)).map(([, second]) => second));
    const free = waiting.findIndex(({ name }) => !held.has(name));
    if (free === -1) throw new Error(`no order keeps the pairs of these tables: ${[...names].join(', ')}`);
    ordered.push(...waiting.splice(free, 1));
  }
  return ordered;
}

/** Orders tables so that parents come before the rows that refer to them. */
export async function parentsFirst<Table extends { name: string }>(
  db: TenantDb,
  tables: readonly Table[],
): Promise<Table[]> {
  const references = await readReferences(db);
  return inOrder(
    tables,
    references.map(([child, parent]) => [parent, child]),
  );
}
