import type { PaymentProvider } from '@quayside/contract/payments.ts';
import { useEffect, useState } from 'react';
import { pageFacts } from '../../lib/page.ts';
import { useTenant } from '../../lib/tenant.ts';
import type { CardDriver } from './drivers/card-driver.ts';
import { driverOf } from './drivers/registry.ts';

const reloadedKey = 'quayside.reloaded-for-provider';

/**
 * Loads the page anew, once, where its document does not allow the provider's scripts: it was reached by a link inside
 * the portal. @returns whether it does so now
 */
function loadsAnew(provider: PaymentProvider): boolean {
  if (documentAllows(provider) || sessionStorage.getItem(reloadedKey) !== null) return false;
  sessionStorage.setItem(reloadedKey, '1');
  location.reload();
  return true;
}

/** The same for a page that needs the scripts only later, so that nothing that was typed is lost then. */
export function useProviderDocument(provider: PaymentProvider): void {
  useEffect(() => void loadsAnew(provider), [provider]);
}

/**
 * The provider's driver, once its scripts are loaded. `onFailure` must not change between renders.
 * Only documents of payment pages allow a provider's scripts: one that was left for this page by a link inside the
 * portal is loaded anew, once.
 */
export function useCardDriver(provider: PaymentProvider, onFailure: (error: unknown) => void): CardDriver | undefined {
  const { culture } = useTenant();
  const [driver, setDriver] = useState<CardDriver>();
  const currencyCode = culture.isoCurrencyCode;

  useEffect(() => {
    if (loadsAnew(provider)) return undefined;
    sessionStorage.removeItem(reloadedKey);
    let isWanted = true;
    driverOf(provider)
      ?.load(provider, currencyCode)
      .then(
        (loaded) => isWanted && setDriver(loaded),
        (error: unknown) => isWanted && onFailure(error),
      );
    return () => {
      isWanted = false;
    };
  }, [provider, currencyCode, onFailure]);

  return driver;
}

const documentAllows = ({ config }: PaymentProvider) =>
  Object.values(config.scripts).every((url) => pageFacts.providerOrigins.includes(new URL(url).origin));
