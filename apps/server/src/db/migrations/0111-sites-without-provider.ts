import { type Kysely, sql } from 'kysely';

/**
 * Finds the sites without a payment provider in marinas whose other sites have one: a site that came after the
 * provider's settings. The second function asks for all marinas in one statement, and has no more rights than its
 * caller (0094).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function sites_without_provider(tenant int) returns table (site_id int, providers text[])
      language sql stable set search_path = pg_catalog, public
      as $$
        select s.id, array_agg(distinct p.key order by p.key)
        from sites s join payment_providers p on p.tenant_id = s.tenant_id
        where s.tenant_id = tenant
        group by s.id having not bool_or(p.site_id = s.id)
        order by s.id
      $$`.execute(db);
  await sql`
    create function unsafe_sites_without_provider() returns table (tenant_key text, site_id int, providers text[])
      language plpgsql set search_path = pg_catalog, public
      as $$
      declare
        tenant int;
        callers text := coalesce(current_setting('app.tenant_id', true), '');
      begin
        for tenant in select unsafe_tenant_ids() loop
          execute format('set local app.tenant_id = %L', tenant);
          return query
            select t.key, s.site_id, s.providers from tenants t, sites_without_provider(tenant) s where t.id = tenant;
        end loop;
        execute format('set local app.tenant_id = %L', callers);
      end $$`.execute(db);
}
