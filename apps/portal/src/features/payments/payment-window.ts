/** How long the window shows our own page before the provider's (decision P2.5). */
const interimMs = 4_000;

/** What the window is told, so that it can go on by itself (decision P2.6). */
export interface PageMessage {
  kind: 'quayside.providerPage';
  url: string;
}

export interface PaymentWindow {
  readonly isClosed: () => boolean;
  /** Shows the provider's page there, once our own was shown for long enough. */
  readonly show: (url: string) => void;
  readonly close: () => void;
}

/** Opens the window in which a customer pays. Only within a click; null where the browser doesn't let us. */
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
