import { unsafeFindTenant } from '../../../http/tenant/tenant.queries.ts';
import { command, OperatorError } from '../../lib/command.ts';
import { tenantFields } from '../../import/tenants.ts';
import { optionsOf, storeRow } from '../../import/row-of-options.ts';

const options = optionsOf(tenantFields, {
  key: 'names the marina for ever: small letters, digits and dashes',
  name: 'as customers know it',
  hosts: 'host names of its portal, with blanks between',
  country: 'two letters, such as GB',
  currency: 'three letters, such as GBP; for good',
  language: 'its own language, such as en-GB',
  languages: 'all that its portal offers, with blanks between',
  measurement: 'Metric or Imperial (default: Metric)',
  email: 'of the office',
  telephone: 'of the office',
  title: 'of the browser window (default: its name)',
  colour: 'such as #0f6e6a',
});

/**
 * Creates a marina without sites, customers or providers. Those are added by `import`, `account add` and `tenant
 * set`.
 */
export const createTenant = command({
  name: 'tenant create',
  summary: 'Create a marina. Add its sites and customers with import, and change its settings with tenant set.',
  options,
  positions: ['key'],
  beginsInstallation: true,
  async run(ctx, given) {
    const { key } = given as { key: string };
    if (await unsafeFindTenant(ctx.database, 'key', key.toLowerCase()))
      throw new OperatorError(`There is a marina "${key}" already: change it with "tenant set".`);
    await storeRow(ctx, 'tenants', given);
    ctx.say(`Created the marina ${key}. Import its sites next: see docs/operating/import.md.`);
  },
});
