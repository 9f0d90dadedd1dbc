import { z } from 'zod';
import { listProviderSettings } from '../../../features/payments/payments.exports.ts';
import {
  enterTenant,
  findStoredTenant,
  hasAmounts,
  hostsOfOthers,
  type StoredTenant,
} from '../../../features/tenant/tenant.exports.ts';
import { saveTenantWithin } from '../../../features/tenant/tenant.service.ts';
import type { TenantDb } from '../../../db/client.ts';
import type { Tenant } from '../../../http/context.ts';
import { auditOperator } from '../../lib/audit-operator.ts';
import { checkGooglePay, mergeIn, savedSettings, setOne } from '../../lib/change-settings.ts';
import { command, type OperatorContext, OperatorError } from '../../lib/command.ts';
import { findTenant, TenantKey } from '../../lib/find-tenant.ts';
import { givenText, jsonObject } from '../../lib/given-text.ts';
import { hostsText, words } from '../../import/tenants.ts';
import { savePaymentProvider, withdrawPaymentProvider } from '../../lib/save-payment-provider.ts';
import { saveSignOn } from '../../lib/save-sign-on.ts';

const options = z.strictObject({
  tenant: TenantKey,
  setting: z.string().optional().meta({
    description:
      'name, hosts, providers.<key>, sign-on.<key>, or a setting of "tenant show" such as permissions.showEstimates',
  }),
  value: z.string().optional().meta({ description: 'its value; JSON where it is no text; null takes a provider away' }),
  file: z.string().optional().meta({
    description: 'read the value from a file, or from the standard input (-); secrets only so',
    value: 'path',
  }),
  site: z.coerce
    .number()
    .int()
    .optional()
    .meta({ description: "of providers.<key>: this site's alone, by its number", value: 'number' }),
  offline: z
    .boolean()
    .default(false)
    .meta({ description: 'with hosts "": takes the portal offline, because no address opens it' }),
});
type Options = z.output<typeof options>;

/** Changes one setting of a marina, or many at once from a file. */
export const setTenant = command({
  name: 'tenant set',
  summary: 'Change a setting of a marina, or all settings that a JSON file names.',
  options,
  positions: ['tenant', 'setting', 'value'],
  async run(ctx, given) {
    const tenant = await findTenant(ctx, given.tenant);
    if (given.value !== undefined && given.file !== undefined)
      throw new OperatorError('Give the value or --file, not both.');
    const text = given.file === undefined ? given.value : (await givenText(ctx.terminal, given.file)).trim();
    if (text === undefined) throw new OperatorError('Give a value, or a file that holds it (--file).');
    const [, group, provider = ''] = /^(providers|sign-on)\.(.+)$/.exec(given.setting ?? '') ?? [];
    if (group === undefined) await saveSettings(ctx, tenant.key, text, given);
    else await saveProvider(ctx, tenant, { group, key: provider, text }, given);
    ctx.say(savedSettings);
  },
});

const noHosts =
  'hosts: is empty. Then no address opens the portal, and customers get no links. To take it offline, add --offline.';

async function saveSettings(
  { ownerDb, clock }: OperatorContext,
  key: string,
  text: string,
  { setting, offline }: Options,
) {
  await ownerDb()
    .transaction()
    .execute(async (trx) => {
      const stored = await findStoredTenant(trx, key);
      if (!stored) throw new OperatorError(`There is no marina "${key}".`);
      const changed = change(stored, setting, text);
      if (stored.hosts.length > 0 && changed.hosts.length === 0 && !offline) throw new OperatorError(noHosts);
      await checkChange(trx, stored, changed);
      const id = await saveTenantWithin(trx, { ...changed, sites: [] }, clock.now());
      await auditOperator(trx, id, clock.now(), { event: 'tenant.set', details: { setting: setting ?? 'a file' } });
    });
}

function change(stored: StoredTenant, setting: string | undefined, text: string): StoredTenant {
  if (setting === 'name') return { ...stored, name: nameOf(text) };
  if (setting === 'hosts') return { ...stored, hosts: hostsOf(text) };
  if (setting !== undefined) return { ...stored, settings: setOne(stored.settings, setting, text) };
  const { name = stored.name, hosts = stored.hosts, ...settings } = jsonObject(text);
  const list = Array.isArray(hosts) ? hosts.join(' ') : hosts;
  return { ...stored, name: nameOf(name), hosts: hostsOf(list), settings: mergeIn(stored.settings, settings) };
}

function nameOf(text: unknown): string {
  if (typeof text !== 'string' || text.trim() === '') throw new OperatorError('Give a name: it must not be empty.');
  return text.trim();
}

function hostsOf(text: unknown): string[] {
  const { data, error } = hostsText.safeParse(text);
  if (error) throw new OperatorError(`hosts: ${error.issues[0]?.message ?? ''}`);
  return words(data);
}

async function checkChange(trx: TenantDb, stored: StoredTenant, { hosts, settings }: StoredTenant): Promise<void> {
  const [taken] = await hostsOfOthers(trx, hosts, stored.id);
  if (taken !== undefined) throw new OperatorError(`The host ${taken} belongs to another marina.`);
  const [before, after] = [stored.settings.culture, settings.culture];
  const same =
    before.isoCurrencyCode === after.isoCurrencyCode && before.currencyDecimalPlaces === after.currencyDecimalPlaces;
  if (same) return;
  await enterTenant(trx, stored.id);
  if (await hasAmounts(trx, stored.id))
    throw new OperatorError(
      `The marina has orders, estimates or payments in ${before.isoCurrencyCode}, so its currency cannot change.`,
    );
  for (const provider of await listProviderSettings(trx, stored.id))
    checkGooglePay(provider.key, provider.settings, after);
}

/**
 * Stores a provider's settings. They hold secrets: they come from a file or standard input, never from the command
 * line.
 */
async function saveProvider(
  ctx: OperatorContext,
  tenant: Tenant,
  { group, key, text }: { group: string; key: string; text: string },
  { file, site }: Options,
): Promise<void> {
  if (group === 'providers' && text === 'null') return withdrawPaymentProvider(ctx, tenant, { key, site });
  if (file === undefined)
    throw new OperatorError(
      'The settings of a provider hold secrets: give them with --file, or on the standard input with --file -.',
    );
  if (group === 'providers') return savePaymentProvider(ctx, tenant, { key, site }, text);
  if (site !== undefined) throw new OperatorError('A provider of single sign-on serves all sites.');
  return saveSignOn(ctx, tenant.key, key, text);
}
