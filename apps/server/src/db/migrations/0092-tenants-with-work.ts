import { type Kysely, sql } from 'kysely';

/**
 * Finds the marinas that a recurring task has work for, in one statement, so that it need not ask each marina every
 * few seconds.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await findTenantsWith(db, 'due_payments', 'select from payments where tenant_id = tenant and check_at <= at');
  await findTenantsWith(db, 'due_refunds', 'select from payment_refunds where tenant_id = tenant and check_at <= at');
  await findTenantsWith(
    db,
    'webhook_endpoints',
    'select from webhook_endpoints where tenant_id = tenant and off_reason is null',
  );
  // Also finds orders whose day has not begun yet where their site is. The task itself decides by the site's clock.
  await findTenantsWith(
    db,
    'orders_to_invoice',
    `select from tenants t join orders o on o.tenant_id = t.id
       and o.tax_point_date >= (t.settings #>> '{invoices,automaticFrom}')::date
     where t.id = tenant and o.invoice_number is null and o.cancelled_at is null and o.gross_minor <> 0
       and (o.tax_point_date <= (at at time zone 'UTC' + interval '1 day')::date or o.allocated_minor > 0)`,
  );
}

/**
 * Makes a function that returns the ids of tenants with work. It has no more rights than its caller: it looks at each
 * tenant's rows as that tenant. At its end it sets the caller's tenant again. It uses `set local` and no `set_config`,
 * which a cluster would not pass on.
 */
async function findTenantsWith(db: Kysely<unknown>, work: string, condition: string): Promise<void> {
  await sql`
    create function ${sql.ref(`unsafe_tenants_with_${work}`)}(at timestamptz) returns setof int
      language plpgsql set search_path = pg_catalog, public
      as ${sql.lit(`
      declare
        tenant int;
        callers text := coalesce(current_setting('app.tenant_id', true), '');
      begin
        for tenant in select unsafe_tenant_ids() loop
          execute format('set local app.tenant_id = %L', tenant);
          if exists (${condition}) then return next tenant; end if;
        end loop;
        execute format('set local app.tenant_id = %L', callers);
      end`)}`.execute(db);
}
