import type { BankForm } from '@quayside/contract/cards/three-d-secure-1.ts';

// Messages between the checkout and the two small pages in its frame (decision P2.7). Only our own origin may send
// them.

export type BankPageMessage =
  /** The page that leads to the bank has loaded and waits for its form. */
  | { quayside: 'bank-page.ready' }
  | { quayside: 'bank-page.form'; form: BankForm }
  /** The bank's page has sent its answer to our server. */
  | { quayside: 'bank-page.answered' };

/** Reads a message. Undefined if it comes from elsewhere or is not one of these. */
export function readBankPageMessage(
  event: MessageEvent,
  source: MessageEventSource | null,
): BankPageMessage | undefined {
  if (event.origin !== location.origin || event.source !== source) return undefined;
  const message = event.data as Partial<BankPageMessage> | null;
  return typeof message?.quayside === 'string' && message.quayside.startsWith('bank-page.')
    ? (message as BankPageMessage)
    : undefined;
}

/** Returns the window that opened or frames this page. Null if there is none. */
export function requestingWindow(): Window | null {
  const opener = window.opener as Window | null;
  return opener ?? (window.parent === window ? null : window.parent);
}

/** Sends a message to another window of the portal. */
export const sendBankPageMessage = (target: Window, message: BankPageMessage) =>
  target.postMessage(message, location.origin);
