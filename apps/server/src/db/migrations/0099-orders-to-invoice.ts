import { type Kysely, sql } from 'kysely';

/**
 * Reads a marina's first tax point once, and not for each of its orders. With a million orders the function of 0092
 * took 25 s and ran into the limit of a statement. Then no marina on the database got an invoice.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function unsafe_tenants_with_orders_to_invoice(at timestamptz) returns setof int
      language plpgsql set search_path = pg_catalog, public
      as $$
      declare
        tenant int;
        first_tax_point date;
        callers text := coalesce(current_setting('app.tenant_id', true), '');
      begin
        for tenant in select unsafe_tenant_ids() loop
          execute format('set local app.tenant_id = %L', tenant);
          select (settings #>> '{invoices,automaticFrom}')::date into first_tax_point from tenants where id = tenant;
          -- Also finds orders whose day has not begun yet where their site is. The task itself decides by the site's
          -- clock.
          if first_tax_point is not null and exists (
            select from orders
            where tenant_id = tenant and invoice_number is null and cancelled_at is null and gross_minor <> 0
              and tax_point_date >= first_tax_point
              and (tax_point_date <= (at at time zone 'UTC' + interval '1 day')::date or allocated_minor > 0)
          ) then
            return next tenant;
          end if;
        end loop;
        execute format('set local app.tenant_id = %L', callers);
      end $$`.execute(db);
}
