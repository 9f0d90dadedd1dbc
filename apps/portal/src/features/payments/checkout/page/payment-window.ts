/** The time that the window shows our own page before the provider's, in ms (decision P2.5). */
const interimMs = 4_000;

/** The message to the window, so that it can continue on its own (decision P2.6). */
export interface PageMessage {
  kind: 'quayside.providerPage';
  url: string;
}

export interface PaymentWindow {
  readonly isClosed: () => boolean;
  /** Shows the provider's page in the window, after our own page was shown long enough. */
  readonly show: (url: string) => void;
  readonly close: () => void;
}

/** Opens the payment window. Only works inside a click. Null if the browser refuses. */
export function openPaymentWindow(): PaymentWindow | null {
  const openedAt = Date.now();
  const opened = window.open('/portal/loading-payment-provider', 'paymentTarget', 'popup,width=520,height=760');
  if (!opened) return null;
  return {
    isClosed: () => opened.closed,
    close: () => opened.close(),
    show: (url) => {
      opened.postMessage({ kind: 'quayside.providerPage', url } satisfies PageMessage, location.origin);
      setTimeout(
        () => {
          if (!opened.closed) opened.location.replace(url);
        },
        Math.max(0, interimMs - (Date.now() - openedAt)),
      );
    },
  };
}
