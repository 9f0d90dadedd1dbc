import { z } from 'zod';
import { StartError } from '../../lib/start-error.ts';
import { clearAccept } from './clear-accept/clear-accept.ts';
import type { RefusalReason } from './payment-attempt.ts';
import type { PaymentProvider, ProviderKind } from './payment-provider.ts';
import { paypal } from './paypal/paypal.ts';
import { paysafe } from './paysafe/paysafe.ts';
import { redirect } from './redirect/redirect.ts';

/** All kinds of providers. A new one is one line here. */
const kinds: readonly ProviderKind[] = [paysafe, clearAccept, paypal, redirect].map((kind) => kind as ProviderKind);

/** The settings that every provider has, beside its own. */
const CommonSettings = z.looseObject({
  /** The largest single payment, in major units of the marina's currency (decision P2.44). */
  maxPayment: z.number().positive().nullable().optional(),
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
export function openProvider({ key, settings }: StoredProvider): PaymentProvider {
  const kind = findKind(key);
  const common = CommonSettings.safeParse(settings);
  const { maxPayment = null, ...own } = common.data ?? {};
  const parsed = kind.settings.safeParse(own);
  if (common.success && parsed.success) return { ...kind.open(parsed.data), maxPayment };
  const issues = [common, parsed].flatMap(({ error }) => error?.issues ?? []);
  const wrong = issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
  throw new ProviderSettingsError(`The settings of the payment provider ${key} are wrong: ${wrong}.`);
}

/**
 * Returns a provider's key in our spelling: keys are compared without case (decision P3.2).
 * @throws ProviderSettingsError
 */
export const canonicalKey = (key: string): string => findKind(key).key;

/** Returns a provider's implementation. @throws ProviderSettingsError */
export function implementationOf(key: string): ProviderKind['implementation'] {
  return findKind(key).implementation;
}

/** Returns the meaning of a provider's refusal code for a customer; null: no more than that it refused. */
export const refusalReason = (key: string, code: string): RefusalReason | null =>
  kinds.find((kind) => kind.key === key)?.refusalReasons?.[code] ?? null;

function findKind(key: string): ProviderKind {
  const kind = kinds.find((each) => each.key.toLowerCase() === key.toLowerCase());
  if (kind) return kind;
  const known = kinds.map((each) => each.key).join(', ');
  throw new ProviderSettingsError(`There is no payment provider ${key}. Known are: ${known}.`);
}
