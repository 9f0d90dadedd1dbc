import type { QuickPayOrder } from '@quayside/contract/quick-pay.ts';
import { createContext, useContext } from 'react';
import type { SignedIn } from '../../lib/session.ts';

/** What every page of a pay link knows. */
export interface QuickPay {
  order: QuickPayOrder;
  /** Who is signed in to the order's account here, if anyone; staff may be. */
  owner: SignedIn | null;
  /** An address of the marina's own sites to go back to after paying. */
  returnUrl: string | null;
}

const QuickPayContext = createContext<QuickPay | undefined>(undefined);

export const QuickPayProvider = QuickPayContext.Provider;

export function useQuickPay(): QuickPay {
  const quickPay = useContext(QuickPayContext);
  if (!quickPay) throw new Error('useQuickPay needs the layout of quick pay around it');
  return quickPay;
}

/** Only what the marina has listed is led back to, so that no link of ours leads to a stranger (decision P2.8). */
export function allowedReturn(referrer: string | undefined, origins: readonly string[]): string | null {
  const url = referrer === undefined ? null : URL.parse(referrer);
  return url?.protocol === 'https:' && url.username === '' && origins.includes(url.origin) ? url.href : null;
}
