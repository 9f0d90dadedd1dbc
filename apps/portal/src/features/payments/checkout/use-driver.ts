import type { PaymentProvider } from '@quayside/contract/payments/payments.ts';
import { useEffect, useState } from 'react';
import { tabStorage } from '../../../lib/browser/tab-storage.ts';
import { pageData } from '../../../lib/page-data/document-data.ts';
import { useTenant } from '../../../lib/tenant.ts';

const reloadedKey = 'quayside.reloaded-for-provider';

/**
 * Reloads the page once if its document does not allow the provider's scripts, because a link inside the portal led
 * to it. @returns true if it reloads now
 */
function loadsAnew(provider: PaymentProvider): boolean {
  if (documentAllows(provider) || tabStorage()?.getItem(reloadedKey) !== null) return false;
  tabStorage()?.setItem(reloadedKey, '1');
  location.reload();
  return true;
}

/** Reloads a page that needs the provider's scripts later, before anything is typed. */
export function useProviderDocument(provider: PaymentProvider): void {
  useEffect(() => void loadsAnew(provider), [provider]);
}

type Load<Driver> = (provider: PaymentProvider, currencyCode: string) => Promise<Driver> | undefined;

/**
 * Returns the driver once the provider's scripts have loaded. Neither `load` nor `onFailure` may change between
 * renders. Only documents of payment pages allow a provider's scripts. If a link inside the portal led here from
 * another document, the page is reloaded once.
 */
export function useDriver<Driver>(
  provider: PaymentProvider,
  load: Load<Driver>,
  onFailure: (error: unknown) => void,
): Driver | undefined {
  const { culture } = useTenant();
  const [driver, setDriver] = useState<{ loaded: Driver }>();
  const currencyCode = culture.isoCurrencyCode;

  useEffect(() => {
    if (loadsAnew(provider)) return undefined;
    tabStorage()?.removeItem(reloadedKey);
    let isWanted = true;
    load(provider, currencyCode)?.then(
      (loaded) => isWanted && setDriver({ loaded }),
      (error: unknown) => isWanted && onFailure(error),
    );
    return () => {
      isWanted = false;
    };
  }, [provider, currencyCode, load, onFailure]);

  return driver?.loaded;
}

const documentAllows = ({ config }: PaymentProvider) =>
  Object.values(config.scripts).every((url) => pageData.providerOrigins.includes(new URL(url).origin));
