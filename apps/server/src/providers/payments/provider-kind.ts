import type { ProviderKind } from '@quayside/contract/payments/payments.ts';
import type { PaymentProvider } from './payment-provider.ts';

/** The capability that makes a provider one of a kind. A provider with several is of the first kind. */
const capabilities = { vault: 'vault', components: 'components', page: 'redirect', express: 'express' } as const;

/** The scripts of a provider (`config.scripts`) without which the portal's driver of the kind can't start. */
const scripts: Readonly<Record<ProviderKind, readonly string[]>> = {
  vault: ['fields', 'threeDSecure'],
  components: ['fields'],
  page: [],
  express: [],
};

/** Returns the way in which customers pay by a provider. Null if no driver of the portal can show it. */
export function kindOf(provider: PaymentProvider): ProviderKind | null {
  const kinds = Object.keys(capabilities) as ProviderKind[];
  const kind = kinds.find((each) => provider[capabilities[each]] !== undefined);
  const given = provider.publicConfig.config.scripts;
  return kind !== undefined && scripts[kind].every((name) => given[name] !== undefined) ? kind : null;
}
