import { useEffect } from 'react';
import { pause } from '../../lib/browser/pause.ts';

interface UnderWay {
  /** True from the moment when money may move without this page. */
  mayBeCharged: boolean;
}

/** The payments that this tab is making, for the login page if the session ends meanwhile. */
export const underWay = new Set<UnderWay>();

/** Notes that this page makes a payment. @returns the function that notes its end */
function notePayment(mayBeCharged: boolean): () => void {
  const payment = { mayBeCharged };
  underWay.add(payment);
  return () => void underWay.delete(payment);
}

/** Notes the payment of a page or a dialog while it is there. @param mayBeCharged the payment is paid elsewhere */
export function useUnderWay({ mayBeCharged }: UnderWay): void {
  useEffect(() => notePayment(mayBeCharged), [mayBeCharged]);
}

/** Runs a payment that begins without a page of its own. */
export async function whilePaying<T>(pay: () => Promise<T>): Promise<T> {
  const end = notePayment(false);
  try {
    return await pay();
  } finally {
    end();
  }
}

/** Returns what is known of the payment that the end of the session has interrupted. Undefined if there was none. */
export async function interruptedPayment(): Promise<'nothingCharged' | 'perhapsPaid' | undefined> {
  const payments = [...underWay];
  if (payments.length === 0) return undefined;
  // The session may end because the call that charges is refused. That call learns of it after this.
  await pause();
  return payments.some(({ mayBeCharged }) => mayBeCharged) ? 'perhapsPaid' : 'nothingCharged';
}
