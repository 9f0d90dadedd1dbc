import { z } from 'zod';
import { findStoredTenant } from '../../../features/tenant/tenant.exports.ts';
import { findTenantById, unsafeTenantIds } from '../../../http/tenant/tenant.queries.ts';
import { command } from '../../lib/command.ts';

/** Lists the marinas of this server. */
export const listTenants = command({
  name: 'tenant list',
  summary: 'List the marinas: key, name and hosts.',
  options: z.strictObject({}),
  async run({ database, say }) {
    const marinas: string[][] = [];
    for (const id of await unsafeTenantIds(database)) {
      const tenant = await findTenantById(database, id);
      const stored = tenant && (await findStoredTenant(database.forTenant(id), tenant.key));
      if (stored) marinas.push([stored.key, stored.name, stored.hosts.join(' ') || 'offline']);
    }
    if (marinas.length === 0) return say('There is no marina yet: "tenant create" makes one.');
    for (const line of marinas.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1))) say(line.join('  '));
  },
});
