import type { PaymentProvider as PublicProvider } from '@quayside/contract/payments.ts';
import type { PaymentProvider } from '../../providers/payments/payment-provider.ts';
import { implementationOf } from '../../providers/payments/registry.ts';

/** Presents a provider to browsers, field by field, so that no later setting leaks. */
export function presentProvider({ key, publicConfig, maxPayment = null }: PaymentProvider): PublicProvider {
  return {
    key,
    value: key,
    paymentImplementation: implementationOf(key),
    displayName: publicConfig.displayName,
    logo: publicConfig.logo,
    inTestMode: publicConfig.inTestMode,
    maxPayment,
    publicApiKey: publicConfig.publicApiKey,
    rememberCardByDefault: publicConfig.rememberCardByDefault,
    isApplePayEnabled: publicConfig.isApplePayEnabled,
    isGooglePayEnabled: publicConfig.isGooglePayEnabled,
    googlePayMerchantId: publicConfig.googlePayMerchantId,
    googlePayGatewayMerchantId: publicConfig.googlePayGatewayMerchantId,
    config: {
      allowVaultPortal: publicConfig.config.allowVaultPortal,
      supportedCountries: publicConfig.config.supportedCountries,
      accountId: publicConfig.config.accountId,
      acceptedCards: publicConfig.config.acceptedCards,
      rememberNewCardDefault: publicConfig.config.rememberNewCardDefault,
      force3dsV1: publicConfig.config.force3dsV1,
      scripts: publicConfig.config.scripts,
      ...(publicConfig.config.wallets ? { wallets: publicConfig.config.wallets } : {}),
      ...(publicConfig.config.page ? { page: publicConfig.config.page } : {}),
    },
  };
}

export function presentProviderMetadata(provider: PaymentProvider) {
  const { key, displayName, logo, paymentImplementation } = presentProvider(provider);
  return { key, displayName, logo, paymentImplementation };
}
