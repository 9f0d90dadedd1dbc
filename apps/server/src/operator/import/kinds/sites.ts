import { sql } from 'kysely';
import { email, required, text, wholeNumber } from '../fields.ts';
import { storeRows } from '../store.ts';
import type { Kind } from './kind.ts';

const timeZones = new Set(Intl.supportedValuesOf('timeZone'));

const timeZone = text(60).refine((value) => value === 'UTC' || timeZones.has(value), {
  error: ({ input }) => `"${String(input)}" is not a time zone such as Europe/London`,
});

/** The harbours of a marina. Other files refer to them by number. */
export const sites: Kind = {
  name: 'sites',
  fields: () => ({
    number: required(wholeNumber),
    name: required(text(120)),
    address: required(text(200)),
    telephone: required(text(40)),
    email: required(email),
    time_zone: required(timeZone),
  }),
  waiting: { number: 'text', name: 'text', address: 'text', telephone: 'text', email: 'text', time_zone: 'text' },
  key: ['number'],
  check: async () => [],
  store: async (trx, { id: tenantId }) => {
    const counts = await storeRows(trx, tenantId, {
      table: 'sites',
      rows: sql`
        select s.source_line, s.number::int as id, s.name, s.address, s.telephone, s.email, s.time_zone
        from import_sites s where s.tenant_id = ${tenantId}`,
      key: ['id'],
      columns: ['name', 'address', 'telephone', 'email', 'time_zone'],
    });
    await sql`
      insert into counters (tenant_id, name, last)
      select tenant_id, 'site', max(id) from sites where tenant_id = ${tenantId} group by tenant_id
      on conflict (tenant_id, name) do update set last = greatest(counters.last, excluded.last)`.execute(trx);
    return counts;
  },
};

/** The site's id, as other files write it. */
export const siteNumber = sql`t.id::text`;
