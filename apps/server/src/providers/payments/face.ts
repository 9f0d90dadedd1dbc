import type { PublicFace } from './payment-provider.ts';

/** What browsers know of a provider that takes no cards in its own frames. */
export function noCardFace({
  displayName,
  logo,
  inTestMode,
}: Pick<PublicFace, 'displayName' | 'logo' | 'inTestMode'>): PublicFace {
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
