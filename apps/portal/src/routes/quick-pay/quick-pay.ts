import type { QuickPayOrder } from '@quayside/contract/orders/quick-pay.ts';
import { createContext, useContext } from 'react';
import { parseUrl } from '../../lib/navigation/parse-url.ts';
import type { SignedIn } from '../../lib/session/session.ts';

/** The context of every page of a pay link. */
export interface QuickPay {
  order: QuickPayOrder;
  /** True if the order could not be read again, for example after it was paid. */
  isOutdated: boolean;
  /** The session of the order's account in this browser, which may be staff's. Null if there is none. */
  owner: SignedIn | null;
  /** An address on the marina's own sites to return to after paying. */
  returnUrl: string | null;
}

const QuickPayContext = createContext<QuickPay | undefined>(undefined);

export const QuickPayProvider = QuickPayContext.Provider;

/** Returns the context of the pay link. @throws Error outside of its pages */
export function useQuickPay(): QuickPay {
  const quickPay = useContext(QuickPayContext);
  if (!quickPay) throw new Error('useQuickPay only works inside the layout of quick pay');
  return quickPay;
}

/**
 * Returns the way back only if the marina has listed its origin, so that our link never leads to an unknown site
 * (decision P2.8).
 */
export function allowedReturn(referrer: string | undefined, origins: readonly string[]): string | null {
  const url = referrer === undefined ? null : parseUrl(referrer);
  return url?.protocol === 'https:' && url.username === '' && origins.includes(url.origin) ? url.href : null;
}
