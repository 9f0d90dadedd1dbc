import type { PaymentProvider } from '@quayside/contract/payments/payments.ts';
import { acceptedNetworks, decimalText, type WalletSale } from './wallet-sale.ts';

const version = { apiVersion: 2, apiVersionMinor: 0 } as const;

type Taking = Pick<PaymentProvider, 'config' | 'googlePayMerchantId' | 'googlePayGatewayMerchantId'>;

const cardMethod = (provider: Taking) => ({
  type: 'CARD' as const,
  parameters: {
    allowedAuthMethods: provider.config.wallets?.googlePayAuthMethods ?? ['PAN_ONLY'],
    allowedCardNetworks: acceptedNetworks(provider),
    billingAddressRequired: true,
    billingAddressParameters: { format: 'FULL' as const, phoneNumberRequired: true },
  },
});

/** The request that Google answers before its button is shown. */
export const readyRequest = (provider: Taking) => ({ ...version, allowedPaymentMethods: [cardMethod(provider)] });

/** The request for Google's sheet (CARD-7). */
export const sheetRequest = (provider: Taking, sale: WalletSale) => ({
  ...version,
  merchantInfo: {
    ...(provider.googlePayMerchantId !== null && { merchantId: provider.googlePayMerchantId }),
    merchantName: sale.merchantName,
  },
  allowedPaymentMethods: [
    {
      ...cardMethod(provider),
      tokenizationSpecification: {
        type: 'PAYMENT_GATEWAY' as const,
        parameters: {
          gateway: provider.config.wallets?.googlePayGateway ?? '',
          gatewayMerchantId: provider.googlePayGatewayMerchantId ?? '',
        },
      },
    },
  ],
  transactionInfo: {
    countryCode: sale.countryCode,
    currencyCode: sale.currencyCode,
    totalPriceStatus: 'FINAL' as const,
    totalPrice: decimalText(sale.amount, sale.decimalPlaces),
  },
});
