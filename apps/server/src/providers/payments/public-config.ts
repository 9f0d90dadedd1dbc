import type { PublicConfig } from './payment-provider.ts';

/** Returns the public details of a provider without card fields of its own. */
export function publicConfigWithoutCards({
  displayName,
  logo,
  inTestMode,
}: Pick<PublicConfig, 'displayName' | 'logo' | 'inTestMode'>): PublicConfig {
  return {
    displayName,
    logo,
    inTestMode,
    publicApiKey: null,
    rememberCardByDefault: false,
    isApplePayEnabled: false,
    isGooglePayEnabled: false,
    googlePayMerchantId: null,
    googlePayGatewayMerchantId: null,
    config: {
      allowVaultPortal: false,
      supportedCountries: [],
      accountId: null,
      acceptedCards: [],
      rememberNewCardDefault: false,
      force3dsV1: false,
      scripts: {},
    },
  };
}
