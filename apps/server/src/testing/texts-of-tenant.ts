import { sql } from 'kysely';
import { listProviderSettings } from '../features/payments/providers/providers.queries.ts';
import type { TestTenant } from './factories/factories.ts';

/** Returns every text of a marina's own rows. No language file holds them. */
export async function textsOfTenant({ id, db }: TestTenant): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'tenant_id' order by 1`.execute(db);
  const found = new Set<string>();
  for (const { name } of tables) {
    const { rows } = await sql<{ row: unknown }>`
      select to_jsonb(t) as row from ${sql.table(name)} t where tenant_id = ${id}`.execute(db);
    for (const { row } of rows) collect(row, found);
  }
  const { rows } = await sql<{ row: unknown }>`select to_jsonb(t) as row from tenants t where id = ${id}`.execute(db);
  for (const { row } of rows) collect(row, found);
  // Their names are shown, but the database holds them encrypted.
  for (const { settings } of await listProviderSettings(db, id)) collect(settings, found);
  // The longest comes first, so that replacing one leaves no part of another behind.
  return [...found].sort((one, other) => other.length - one.length);
}

function collect(value: unknown, into: Set<string>): void {
  if (typeof value === 'string') for (const text of textsIn(value)) into.add(text);
  else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) collect(part, into);
}

/** Returns a text, and the parts of it that HTML shows. */
const textsIn = (value: string): string[] =>
  [value, value.replaceAll(/<[^>]*>/g, ''), ...value.split(/<[^>]*>/)]
    .map((text) => text.trim())
    .filter((text) => text.length > 1);
