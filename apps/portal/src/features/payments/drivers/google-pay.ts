import type { PaymentProvider } from '@quayside/contract/payments/payments.ts';
import { styleNonce } from '../../../lib/page-data/document-data.ts';
import { readyRequest, sheetRequest } from './google-pay-request.ts';
import type { GoogleAddress } from './wallet-address.ts';
import { acceptedNetworks, type WalletSale } from './wallet-sale.ts';
import { brokenScriptCode, ProviderScriptError, WalletSheetError } from './card-driver.ts';
import { loadScript } from './load-script.ts';

/** The answer of Google's sheet: the card details that may be shown, and a token that only the provider can open. */
export interface GooglePaymentData {
  apiVersion: 2;
  apiVersionMinor: 0;
  email?: string;
  paymentMethodData: {
    type: 'CARD';
    description?: string;
    info?: { cardNetwork?: string; cardDetails?: string; billingAddress?: GoogleAddress };
    tokenizationData: { type: 'PAYMENT_GATEWAY'; token: string };
  };
}

/** Google's options. `nonce` is for the styles that the script adds. */
interface PaymentOptions {
  environment: 'TEST' | 'PRODUCTION';
  nonce?: string;
}

/** The part of Google's script that we use, with the script's own names. */
interface PaymentsClient {
  isReadyToPay(request: object): Promise<{ result: boolean }>;
  createButton(options: {
    onClick: () => void;
    buttonType: 'pay';
    buttonSizeMode: 'fill';
    buttonLocale: string;
  }): HTMLElement;
  loadPaymentData(request: object): Promise<GooglePaymentData>;
}

declare global {
  interface Window {
    google?: {
      payments?: { api?: { PaymentsClient: new (options: PaymentOptions) => PaymentsClient } };
    };
  }
}

/** The functions of Google Pay that this page needs. */
export interface GooglePayDriver {
  /** Creates Google's own button, in the page's language. */
  createButton(onClick: () => void): HTMLElement;
  /** Opens the sheet. Returns null if the reader closed it. @throws {ProviderScriptError} with Google's code */
  pay(sale: WalletSale): Promise<GooglePaymentData | null>;
}

/** Loads Google's script. Null if the provider takes none of its networks, or if this browser can't use it. */
export async function loadGooglePay(provider: PaymentProvider): Promise<GooglePayDriver | null> {
  const url = provider.config.wallets?.scripts.googlePay;
  if (url === undefined || acceptedNetworks(provider).length === 0) return null;
  await loadScript(url);
  const Client = window.google?.payments?.api?.PaymentsClient;
  if (!Client) throw new ProviderScriptError(brokenScriptCode, 'The script did not start.');
  const client = new Client({
    environment: provider.inTestMode ? 'TEST' : 'PRODUCTION',
    ...(styleNonce !== undefined && { nonce: styleNonce }),
  });
  const { result } = await client.isReadyToPay(readyRequest(provider));
  if (!result) return null;
  return {
    createButton: (onClick) =>
      client.createButton({
        onClick,
        buttonType: 'pay',
        buttonSizeMode: 'fill',
        buttonLocale: document.documentElement.lang.slice(0, 2),
      }),
    pay: async (sale) => {
      try {
        return await client.loadPaymentData(sheetRequest(provider, sale));
      } catch (error) {
        const { statusCode = 'UNKNOWN', statusMessage = '' } = error as { statusCode?: string; statusMessage?: string };
        if (statusCode === 'CANCELED') return null;
        throw new WalletSheetError(statusCode, statusMessage, { cause: error });
      }
    },
  };
}
