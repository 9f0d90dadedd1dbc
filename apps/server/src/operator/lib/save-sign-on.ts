import { AuthProvider } from '@quayside/contract/tenant/tenant.ts';
import { ZodError } from 'zod';
import { findSignOnSettings, saveSignOnProvider } from '../../features/sign-on/sign-on.exports.ts';
import type { TenantSettings } from '../../lib/settings/tenant-settings.ts';
import { findStoredTenant } from '../../features/tenant/tenant.exports.ts';
import { saveTenantWithin } from '../../features/tenant/tenant.service.ts';
import { auditOperator } from './audit-operator.ts';
import { mergeIn, problemsOf, refusePlaceholders } from './change-settings.ts';
import { type OperatorContext, OperatorError } from './command.ts';
import { jsonObject } from './given-text.ts';

type Fields = Record<string, unknown>;

/**
 * Gives a marina a provider of single sign-on, or changes it: its looks, which are public, and its connection,
 * which holds a secret. Fields that the text does not name stay.
 * @throws OperatorError if the text does not fit
 */
export async function saveSignOn(ctx: OperatorContext, tenantKey: string, key: string, text: string): Promise<void> {
  const changes = jsonObject(text);
  refusePlaceholders(`sign-on.${key}`, changes);
  const { looks, reach } = divide(changes);
  if (key === 'credentials' && Object.keys(reach).length > 0)
    throw new OperatorError(`E-mail and password have no ${Object.keys(reach).join(', ')}.`);
  await ctx
    .ownerDb()
    .transaction()
    .execute(async (trx) => {
      const stored = await findStoredTenant(trx, tenantKey);
      if (!stored) throw new OperatorError(`There is no marina "${tenantKey}".`);
      const changed = { ...stored, settings: withProvider(stored.settings, key, looks), sites: [] };
      const id = await saveTenantWithin(trx, changed, ctx.clock.now());
      if (key !== 'credentials') {
        const before = (await findSignOnSettings(trx, id, key)) as Fields | undefined;
        await saveSignOnProvider(trx, id, key, { ...before, ...reach }).catch(explain);
      }
      await auditOperator(trx, id, ctx.clock.now(), { event: 'tenant.set', details: { setting: `sign-on.${key}` } });
    });
}

const lookFields = Object.keys(AuthProvider.omit({ key: true }).shape);

function divide(changes: Fields): { looks: Fields; reach: Fields } {
  const [looks, reach] = [true, false].map((isLook) =>
    Object.fromEntries(Object.entries(changes).filter(([name]) => lookFields.includes(name) === isLook)),
  );
  return { looks: looks ?? {}, reach: reach ?? {} };
}

function withProvider(settings: TenantSettings, key: string, looks: Fields): TenantSettings {
  const { authProviders } = settings;
  const isNew = !authProviders.some((provider) => provider.key === key);
  const all = isNew ? [...authProviders, { key, colour: null, icon: null, enabledInPortal: true }] : authProviders;
  return mergeIn(settings, {
    authProviders: all.map((provider) => (provider.key === key ? { ...provider, ...looks } : provider)),
  });
}

/** The message repeats no value, because one of the settings is a secret. */
function explain(error: unknown): never {
  throw error instanceof ZodError ? new OperatorError(problemsOf(error)) : error;
}
