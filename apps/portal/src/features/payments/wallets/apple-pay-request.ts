import type { PaymentProvider } from '@quayside/contract/payments.ts';
import { acceptedBrands, decimalText, type WalletSale } from './wallet-sale.ts';

/** As Apple spells them. */
const networks: Readonly<Record<string, string>> = {
  AMEX: 'amex',
  DISCOVER: 'discover',
  JCB: 'jcb',
  MASTERCARD: 'masterCard',
  VISA: 'visa',
};

/** What Apple's sheet is opened with (P§5). In test mode it is in dollars and in the United States (decision P5.2). */
export function applePayRequest(provider: Pick<PaymentProvider, 'config' | 'inTestMode'>, sale: WalletSale) {
  const { inTestMode } = provider;
  return {
    countryCode: inTestMode ? 'US' : sale.countryCode,
    currencyCode: inTestMode ? 'USD' : sale.currencyCode,
    supportedNetworks: acceptedBrands(provider).flatMap((brand) => networks[brand] ?? []),
    merchantCapabilities: ['supports3DS'],
    requiredBillingContactFields: ['postalAddress'],
    total: {
      label: sale.merchantName,
      amount: decimalText(sale.amount, sale.decimalPlaces),
      type: 'final',
    },
  };
}
