import type { PaymentProvider } from '@quayside/contract/payments.ts';
import { useEffect, useState } from 'react';
import { pageFacts } from '../../lib/page.ts';
import { useTenant } from '../../lib/tenant.ts';

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

type Load<Driver> = (provider: PaymentProvider, currencyCode: string) => Promise<Driver> | undefined;

/**
 * What a provider's scripts give, once they are loaded. Neither `load` nor `onFailure` may change between renders.
 * Only documents of payment pages allow a provider's scripts: one that was left for this page by a link inside the
 * portal is loaded anew, once.
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
    sessionStorage.removeItem(reloadedKey);
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
  Object.values(config.scripts).every((url) => pageFacts.providerOrigins.includes(new URL(url).origin));
