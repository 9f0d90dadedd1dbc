import { ProviderKey } from '@quayside/contract/payments/payments.ts';
import { z } from 'zod';
import { StartError } from '../../lib/start-error.ts';
import { tellIssue } from '../../lib/telemetry/tell-issue.ts';
import { clearAccept } from './clear-accept/clear-accept.ts';
import type { RefusalReason } from './payment-attempt.ts';
import type { PaymentProvider, ProviderAdapter } from './payment-provider.ts';
import { paypal } from './paypal/paypal.ts';
import { paysafe } from './paysafe/paysafe.ts';
import { redirect } from './redirect/redirect.ts';
import { inMarinaUnits } from './wire-units.ts';

/** All adapters. A new one is one line here. */
const adapters: readonly ProviderAdapter[] = [paysafe, clearAccept, paypal, redirect].map(
  (adapter) => adapter as ProviderAdapter,
);

/** The settings that every provider has, beside its own. */
const CommonSettings = z.looseObject({
  /** The largest single payment, in major units of the marina's currency (decision P2.44). */
  maxPayment: z.number().positive().nullable().optional(),
  /** False for a provider that was taken away. It settles what it began, and customers can't choose it. */
  offered: z.boolean().optional(),
  /** The adapter's name. Only for a provider with a key of its own, such as a second card vault. */
  adapter: z.string().optional(),
});

/** A provider as it is stored for a site. */
export interface StoredProvider {
  key: string;
  settings: unknown;
}

/** The stored provider can't be used: a mistake in its set-up. The text holds no setting's value. */
export class ProviderSettingsError extends StartError {
  override name = 'ProviderSettingsError';
}

/**
 * Opens a provider.
 * @throws ProviderSettingsError if the key is unknown or the settings are wrong: it is never skipped
 */
export function openProvider(stored: StoredProvider): PaymentProvider {
  const adapter = findAdapter(stored);
  const common = CommonSettings.safeParse(stored.settings);
  const { maxPayment = null, offered: isOffered = true, adapter: _, ...own } = common.data ?? {};
  const parsed = adapter.settings.safeParse(own);
  if (common.success && parsed.success)
    return { ...inMarinaUnits(adapter.open(parsed.data)), key: canonicalKey(stored), maxPayment, isOffered };
  const issues = [common, parsed].flatMap(({ error }) => error?.issues ?? []);
  const wrong = issues.map((issue) => `${issue.path.join('.')}: ${tellIssue(issue)}`).join('; ');
  throw new ProviderSettingsError(`The settings of the payment provider ${stored.key} are wrong: ${wrong}.`);
}

/**
 * Returns a provider's key in our spelling: the adapter's, or lower case for a key of the provider's own. Keys are
 * compared without case (decision P3.2).
 * @throws ProviderSettingsError
 */
export function canonicalKey(stored: StoredProvider): string {
  const adapter = findAdapter(stored);
  return isSame(adapter.key, stored.key) ? adapter.key : stored.key.toLowerCase();
}

/**
 * Returns the meaning of a provider's refusal code for a customer; null: no more than that it refused.
 * @throws ProviderSettingsError
 */
export const refusalReason = (stored: StoredProvider, code: string): RefusalReason | null =>
  findAdapter(stored).refusalReasons?.[code] ?? null;

const NamedBySettings = z.looseObject({ displayName: z.string() });

/**
 * Returns a provider's name for the marina's office: its company, and its own key too, because a marina may have two
 * providers of one company.
 * @throws ProviderSettingsError
 */
export function officeName(stored: StoredProvider): string {
  const { company } = findAdapter(stored);
  const name = company ?? NamedBySettings.safeParse(stored.settings).data?.displayName;
  if (name === undefined) return stored.key;
  return isAdapterName(stored.key) ? name : `${name} (${stored.key})`;
}

/** Checks if a provider's key is an adapter's name, so that the settings are not needed to find its adapter. */
export const isAdapterName = (key: string): boolean => adapters.some((adapter) => isSame(adapter.key, key));

/** Made once: a schema that is picked for each provider costs more than all its checks. */
const NamedAdapter = CommonSettings.pick({ adapter: true });

function findAdapter({ key, settings }: StoredProvider): ProviderAdapter {
  const named = NamedAdapter.safeParse(settings).data?.adapter;
  const adapter = adapters.find((each) => isSame(each.key, named ?? key));
  const keys = adapters.map((each) => each.key).join(', ');
  if (!adapter && named === undefined)
    throw new ProviderSettingsError(
      `There is no payment provider ${key}. Known are: ${keys}. A provider with a key of its own names one of ` +
        'them as its adapter.',
    );
  if (!adapter)
    throw new ProviderSettingsError(`The payment provider ${key} names an unknown adapter. Known are: ${keys}.`);
  if (isSame(adapter.key, key)) return adapter;
  if (isAdapterName(key))
    throw new ProviderSettingsError(`The payment provider ${key} names another adapter: give it a key of its own.`);
  if (!ProviderKey.safeParse(key).success)
    throw new ProviderSettingsError(`A payment provider's key has 2 to 40 letters, digits and dashes; ${key} has not.`);
  return adapter;
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
