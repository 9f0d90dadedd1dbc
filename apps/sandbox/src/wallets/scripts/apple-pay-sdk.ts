// The script that brings `ApplePaySession` to a browser without it. In production Safari has it built in, and
// Apple's own script brings it to others.
import type * as hostModule from './sheet-host.ts';

/** The request as the page gives it. The sheet's server checks it. */
type SheetRequest = Record<string, unknown>;

((script) => {
  if (!(script instanceof HTMLScriptElement) || 'ApplePaySession' in window) return;
  const { origin } = new URL(script.src);
  const host = import(`${origin}/modules/sheet-host.ts`) as Promise<typeof hostModule>;

  class ApplePaySession {
    static readonly STATUS_SUCCESS = 0;
    static readonly STATUS_FAILURE = 1;
    static canMakePayments = () => true;
    static supportsVersion = (version: number) => version >= 1 && version <= 14;

    onvalidatemerchant: ((event: { validationURL: string }) => void) | null = null;
    onpaymentauthorized: ((event: { payment: unknown }) => void) | null = null;
    oncancel: ((event: object) => void) | null = null;
    readonly #request: SheetRequest;
    #sheet: hostModule.Sheet | undefined;

    constructor(version: number, request: SheetRequest) {
      if (!ApplePaySession.supportsVersion(version)) throw new Error(`"${version}" is not a supported version.`);
      for (const name of ['countryCode', 'currencyCode', 'supportedNetworks', 'merchantCapabilities', 'total']) {
        if (!(name in request)) throw new TypeError(`Missing ${name}`);
      }
      this.#request = request;
    }

    begin(): void {
      void host.then(({ openSheet }) => {
        this.#sheet = openSheet('/apple-pay/sheet', 'Apple Pay', (message, { send }) => {
          if (message.type === 'ready') {
            send({ type: 'begin', request: this.#request });
            this.onvalidatemerchant?.({ validationURL: `${message.gateway}/paymentservices/paymentSession` });
          }
          if (message.type === 'agreed') this.onpaymentauthorized?.({ payment: message.payment });
          if (message.type === 'closed') this.#close();
          if (message.type === 'cancelled') {
            this.#close();
            this.oncancel?.({});
          }
        });
      });
    }

    completeMerchantValidation(session: unknown): void {
      this.#sheet?.send({ type: 'session', session });
    }

    completePayment({ status }: { status: number }): void {
      this.#sheet?.send({ type: 'outcome', isPaid: status === ApplePaySession.STATUS_SUCCESS });
    }

    abort(): void {
      this.#close();
    }

    #close(): void {
      this.#sheet?.close();
      this.#sheet = undefined;
    }
  }

  Object.assign(window, { ApplePaySession });
})(document.currentScript);
