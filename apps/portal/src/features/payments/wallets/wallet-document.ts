import type { PaymentProvider } from '@quayside/contract/payments.ts';
import { useEffect, useState } from 'react';
import { isFramed } from '../../../lib/own-window.ts';
import { pageFacts } from '../../../lib/page.ts';

const reloadedForWalletsKey = 'quayside.reloaded-for-wallets';

/** Whether this document may load the scripts of the wallets, and of the providers that take them. */
export const allowsWallets = (providers: readonly PaymentProvider[]): boolean =>
  providers
    .flatMap(({ config: { scripts, wallets } }) =>
      wallets ? [...Object.values(scripts), ...Object.values(wallets.scripts)] : [],
    )
    .every((url) => pageFacts.providerOrigins.includes(new URL(url).origin));

/**
 * Loads a page that offers wallets anew where its document does not allow their scripts: it was reached by a link inside
 * the portal. Once, so that a document that never allows them is shown without. @returns whether the page is being loaded anew
 */
export function useWalletDocument(providers: readonly PaymentProvider[]): boolean {
  // In a frame of another site they are not offered.
  const isAllowed = isFramed() || allowsWallets(providers);
  const [wasReloaded] = useState(() => sessionStorage.getItem(reloadedForWalletsKey) !== null);
  useEffect(() => {
    if (isAllowed) sessionStorage.removeItem(reloadedForWalletsKey);
    else if (!wasReloaded) {
      sessionStorage.setItem(reloadedForWalletsKey, '1');
      location.reload();
    }
  }, [isAllowed, wasReloaded]);
  return !isAllowed && !wasReloaded;
}
