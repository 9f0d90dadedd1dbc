import { sql } from 'kysely';
import type { DatabaseClient } from '../db/client.ts';

/** The kinds of work that one statement finds for all tenants. Each has a function in the database. */
type Work = 'due_payments' | 'due_refunds' | 'orders_to_invoice' | 'webhook_endpoints';

/** Returns a function that finds the tenants with work of a kind. It may find one whose work is not due yet. */
export const unsafeTenantsWith =
  (work: Work) =>
  async (database: DatabaseClient, now: Date): Promise<number[]> => {
    const found = sql.ref(`unsafe_tenants_with_${work}`);
    const { rows } = await sql<{ id: number }>`select id from ${found}(${now}) as id`.execute(
      database.unsafeWithoutTenant(),
    );
    return rows.map(({ id }) => id);
  };
