import type { PaymentProvider as PublicProvider } from '@quayside/contract/payments.ts';
import type { PaymentProvider } from '../../providers/payments/payment-provider.ts';
import { implementationOf } from '../../providers/payments/registry.ts';

/** A provider as browsers know it. Field by field, so that a setting added later doesn't leave by itself. */
export function presentProvider({ key, face, maxPayment = null }: PaymentProvider): PublicProvider {
  return {
    key,
    value: key,
    paymentImplementation: implementationOf(key),
    displayName: face.displayName,
    logo: face.logo,
    inTestMode: face.inTestMode,
    maxPayment,
    publicApiKey: face.publicApiKey,
    rememberCardByDefault: face.rememberCardByDefault,
    isApplePayEnabled: face.isApplePayEnabled,
    isGooglePayEnabled: face.isGooglePayEnabled,
    googlePayMerchantId: face.googlePayMerchantId,
    googlePayGatewayMerchantId: face.googlePayGatewayMerchantId,
    config: {
      allowVaultPortal: face.config.allowVaultPortal,
      supportedCountries: face.config.supportedCountries,
      accountId: face.config.accountId,
      acceptedCards: face.config.acceptedCards,
      rememberNewCardDefault: face.config.rememberNewCardDefault,
      force3dsV1: face.config.force3dsV1,
      scripts: face.config.scripts,
      ...(face.config.page ? { page: face.config.page } : {}),
    },
  };
}

export function presentProviderMetadata(provider: PaymentProvider) {
  const { key, displayName, logo, paymentImplementation } = presentProvider(provider);
  return { key, displayName, logo, paymentImplementation };
}
