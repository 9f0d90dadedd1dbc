import { z } from 'zod';
import { listProviderSettings } from '../../../features/payments/payments.exports.ts';
import { listSignOnSettings } from '../../../features/sign-on/sign-on.exports.ts';
import { findStoredTenant, listSiteRows } from '../../../features/tenant/tenant.exports.ts';
import { command } from '../../lib/command.ts';
import { findTenant, TenantKey } from '../../lib/find-tenant.ts';

/** Shows all settings of a marina, without its secrets. */
export const showTenant = command({
  name: 'tenant show',
  summary: 'Show the settings of a marina as JSON. Secrets are never shown.',
  options: z.strictObject({ tenant: TenantKey }),
  positions: ['tenant'],
  async run(ctx, { tenant: wanted }) {
    const { id, key, name, settings } = await findTenant(ctx, wanted);
    const db = ctx.database.forTenant(id);
    const hosts = (await findStoredTenant(db, key))?.hosts ?? [];
    const sites = await listSiteRows(db, id);
    const providers = maskSecrets(await listProviderSettings(db, id));
    const signOn = maskSecrets(await listSignOnSettings(db, id));
    ctx.say(JSON.stringify({ key, name, hosts, settings, sites, providers, signOn }, null, 2));
  },
});

const secret = /secret|password|passphrase|private|credential$/i;

const masked = '(secret)';

/** Returns the settings of providers without secrets: masks every field that is named like a secret, at any depth. */
function maskSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskSecrets);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, secret.test(name) ? masked : maskSecrets(field)]),
  );
}
