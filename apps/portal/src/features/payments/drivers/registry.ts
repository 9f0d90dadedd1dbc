import type { PaymentProvider, ProviderKind } from '@quayside/contract/payments/payments.ts';
import { withTexts } from '../../../lib/texts/i18n.ts';
import type { LoadCardDriver, OpenFields } from './card-driver.ts';

interface PortalDriver {
  /** The checkout's page in the portal, and its name among all places (`PaymentPlaces`). */
  readonly checkoutPath: '/secure/paysafe/checkout' | '/secure/clear-accept/checkout';
  readonly place: 'cardCheckout' | 'componentCheckout';
  /** Loads the driver and the provider's scripts. Called only when a checkout opens. */
  readonly load?: LoadCardDriver;
  /** Loads the driver of a provider whose fields open for one payment and handle the bank themselves. */
  readonly loadFields?: (provider: PaymentProvider) => Promise<OpenFields>;
}

/** The driver of each kind of provider. Null: customers pay, or agree, on the provider's own page. */
const drivers: Readonly<Record<ProviderKind, PortalDriver | null>> = {
  vault: {
    checkoutPath: '/secure/paysafe/checkout',
    place: 'cardCheckout',
    load: async (provider, currencyCode) => {
      const { loadPaysafe } = await withTexts(import('./paysafe.ts'));
      return loadPaysafe(provider, currencyCode);
    },
  },
  components: {
    checkoutPath: '/secure/clear-accept/checkout',
    place: 'componentCheckout',
    loadFields: async (provider) => (await withTexts(import('./clear-accept.ts'))).loadClearAccept(provider),
  },
  page: null,
  express: null,
};

/** Checks if this portal can pay with a provider. A newer server may send a kind that this portal does not know. */
export const canPayWith = ({ kind }: Pick<PaymentProvider, 'kind'>): boolean => isKind(kind);

export const isKind = (kind: unknown): kind is ProviderKind => typeof kind === 'string' && Object.hasOwn(drivers, kind);

/** Returns the driver of a kind of provider. Null if its customers pay on the provider's own page. */
export const driverOf = ({ kind }: Pick<PaymentProvider, 'kind'>): PortalDriver | null => drivers[kind];
