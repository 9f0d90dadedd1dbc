import type { PaymentProvider } from '@quayside/contract/payments/payments.ts';
import { acceptedNetworks, type CardNetwork, decimalText, type WalletSale } from './wallet-sale.ts';

/** Apple's names of the networks. */
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
 * Returns the request for Apple's sheet (CARD-7). In test mode it uses dollars and the United States (decision
 * P5.2), and the amount has as many decimals as dollars. Otherwise Apple refuses it.
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
