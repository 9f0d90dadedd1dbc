import { sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import type { Columns } from '../../import/columns.ts';
import type { Counts } from '../../import/kind.ts';
import { storeFile } from '../../import/store-rows.queries.ts';

/** Stores the waiting boats. */
export const storeBoats = (trx: TenantDb, tenantId: number, columns: Columns, now: Date): Promise<Counts> =>
  storeFile(trx, tenantId, {
    table: 'boats',
    counter: 'boat',
    columns,
    computed: {
      account_id: sql`a.id`,
      retired_at: sql`case when s.retired is null then t.retired_at
        when s.retired = 'yes' then coalesce(t.retired_at, ${now}::timestamptz) end`,
    },
    from: sql`
      from import_boats s
      join accounts a on a.tenant_id = ${tenantId} and a.reference = s.account
      left join boats t on t.tenant_id = ${tenantId} and t.reference = s.reference
      where s.tenant_id = ${tenantId}`,
  });
