// The script that a page loads as /gp/p/js/pay.js. It loads the code that opens the sheet as a module from its own
// origin.
import type * as hostModule from './sheet-host.ts';

interface Failure {
  statusCode: 'CANCELED' | 'DEVELOPER_ERROR' | 'INTERNAL_ERROR';
  statusMessage: string;
}

interface ButtonOptions {
  onClick: () => void;
  buttonColor?: 'default' | 'black' | 'white';
  buttonLocale?: string;
}

const buttonStyles = `
.gpay-button {
  inline-size: 100%;
  min-inline-size: 160px;
  block-size: 48px;
  padding: 0 16px;
  border: 1px solid #747775;
  border-radius: 24px;
  font: 600 17px system-ui, sans-serif;
  cursor: pointer;
}
.gpay-button.black { background: #000; color: #fff; }
.gpay-button.white { background: #fff; color: #1f1f1f; }
`;

((script) => {
  if (!(script instanceof HTMLScriptElement)) return;
  const { origin } = new URL(script.src);
  const failure = (statusCode: Failure['statusCode'], statusMessage: string): Failure => ({
    statusCode,
    statusMessage,
  });

  class PaymentsClient {
    readonly #nonce: string | undefined;

    constructor({ environment, nonce }: { environment?: string; nonce?: string } = {}) {
      // The sandbox is never production.
      if (environment !== 'TEST') throw new Error('environment has to be TEST');
      this.#nonce = nonce;
    }

    async isReadyToPay(request: object): Promise<{ result: boolean }> {
      const response = await fetch(`${origin}/google-pay/ready`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ request, host: location.hostname }),
      });
      // Google's script rejects with plain objects.
      if (!response.ok) return Promise.reject(failure('DEVELOPER_ERROR', await response.text()));
      return (await response.json()) as { result: boolean };
    }

    createButton({ onClick, buttonColor = 'default', buttonLocale = 'en' }: ButtonOptions): HTMLElement {
      const button = document.createElement('button');
      button.type = 'button';
      button.lang = buttonLocale;
      button.setAttribute(
        'aria-label',
        buttonLocale.startsWith('fr') ? 'Payer avec Google Pay' : 'Buy with Google Pay',
      );
      button.className = `gpay-button ${buttonColor === 'white' ? 'white' : 'black'}`;
      this.#addStyles();
      button.textContent = 'Google Pay';
      button.addEventListener('click', onClick);
      const box = document.createElement('div');
      box.append(button);
      return box;
    }

    /**
     * Adds styles as Google's script does: in an element of the page. The page's policy allows it only with the
     * page's nonce.
     */
    #addStyles(): void {
      if (document.getElementById('gpay-button-styles')) return;
      const style = document.createElement('style');
      style.id = 'gpay-button-styles';
      if (this.#nonce !== undefined) style.nonce = this.#nonce;
      style.textContent = buttonStyles;
      document.head.append(style);
    }

    async loadPaymentData(request: object): Promise<unknown> {
      const { openSheet } = (await import(`${origin}/modules/sheet-host.ts`)) as typeof hostModule;
      let close = () => {};
      const paid = new Promise((resolve, reject) => {
        ({ close } = openSheet('/google-pay/sheet', 'Google Pay', (message, { send }) => {
          if (message.type === 'ready') send({ type: 'begin', request });
          if (message.type === 'agreed') resolve(message.payment);
          if (message.type === 'cancelled') reject(failure('CANCELED', 'User closed the Payment Request UI.'));
          if (message.type === 'failed') reject(failure('INTERNAL_ERROR', message.message));
        }));
      });
      return paid.finally(close);
    }
  }

  Object.assign(window, { google: { payments: { api: { PaymentsClient } } } });
})(document.currentScript);
