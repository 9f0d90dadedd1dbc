import type { PaymentProvider } from '@quayside/contract/payments.ts';
import { acceptedNetworks, type CardNetwork, decimalText, type WalletSale } from './wallet-sale.ts';

/** As Apple spells them. */
const networks: Readonly<Record<CardNetwork, string>> = {
  AMEX: 'amex',
  DISCOVER: 'discover',
  INTERAC: 'interac',
  JCB: 'jcb',
  MASTERCARD: 'masterCard',
  VISA: 'visa',
};

const testCurrency = { countryCode: 'US', currencyCode: 'USD', decimalPlaces: 2 };

/**
 * What Apple's sheet is opened with (CARD-7). In test mode it is in dollars and in the United States (decision P5.2), and the
 * amount has as many decimals as dollars, or Apple refuses it.
 */
export function applePayRequest(provider: Pick<PaymentProvider, 'config' | 'inTestMode'>, sale: WalletSale) {
  const { countryCode, currencyCode, decimalPlaces } = provider.inTestMode ? testCurrency : sale;
  return {
    countryCode,
    currencyCode,
    supportedNetworks: acceptedNetworks(provider).map((network) => networks[network]),
    merchantCapabilities: ['supports3DS'],
    requiredBillingContactFields: ['postalAddress'],
    total: {
      label: sale.merchantName,
      amount: decimalText(sale.amount, decimalPlaces),
      type: 'final',
    },
  };
}
