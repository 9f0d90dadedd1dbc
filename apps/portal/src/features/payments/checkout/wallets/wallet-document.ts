import type { PaymentProvider } from '@quayside/contract/payments/payments.ts';
import { useEffect, useState } from 'react';
import { useInBrowser } from '../../../../lib/first-screen/in-browser.ts';
import { isFramed } from '../../../../lib/browser/framed.ts';
import { tabStorage } from '../../../../lib/browser/tab-storage.ts';
import { pageData } from '../../../../lib/page-data/document-data.ts';

const reloadedForWalletsKey = 'quayside.reloaded-for-wallets';

/** Checks if this document may load the scripts of the wallets and of their providers. */
export const allowsWallets = (providers: readonly PaymentProvider[]): boolean =>
  providers
    .flatMap(({ config: { scripts, wallets } }) =>
      wallets ? [...Object.values(scripts), ...Object.values(wallets.scripts)].filter((url) => url !== undefined) : [],
    )
    .every((url) => pageData.providerOrigins.includes(new URL(url).origin));

/**
 * Reloads a page that offers wallets if its document does not allow their scripts, because a link inside the portal
 * led to it. It reloads only once; a document that never allows them is shown without wallets. @returns true if it
 * reloads now
 */
export function useWalletDocument(providers: readonly PaymentProvider[]): boolean {
  // The document of a page that the server has drawn allows them. Inside another site's frame none are offered.
  const isAllowed = !useInBrowser() || isFramed() || allowsWallets(providers);
  const [wasReloaded] = useState(() => !import.meta.env.SSR && tabStorage()?.getItem(reloadedForWalletsKey) !== null);
  useEffect(() => {
    if (isAllowed) tabStorage()?.removeItem(reloadedForWalletsKey);
    else if (!wasReloaded) {
      tabStorage()?.setItem(reloadedForWalletsKey, '1');
      location.reload();
    }
  }, [isAllowed, wasReloaded]);
  return !isAllowed && !wasReloaded;
}
