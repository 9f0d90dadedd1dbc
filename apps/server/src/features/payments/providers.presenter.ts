import type { PaymentProvider as PublicProvider, ProviderKind } from '@quayside/contract/payments.ts';
import type { PaymentProvider } from '../../providers/payments/payment-provider.ts';
import { kindOf } from '../../providers/payments/provider-kind.ts';

/** Presents the providers that the portal can show to browsers. */
export const presentProviders = (providers: readonly PaymentProvider[]): PublicProvider[] =>
  providers.flatMap((provider) => {
    const kind = kindOf(provider);
    return kind === null ? [] : [presentProvider(provider, kind)];
  });

/** Presents a provider field by field, so that no later setting leaks. */
function presentProvider(
  { key, publicConfig, redirect, maxPayment = null }: PaymentProvider,
  kind: ProviderKind,
): PublicProvider {
  return {
    key,
    kind,
    value: key,
    paymentImplementation: kind === 'page' ? 'Api' : 'Component',
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
      ...(redirect ? { page: { flow: redirect.flow, redirectsOnError: redirect.sendsRefusedBack } } : {}),
    },
  };
}

/** Presents the name and logo of the same providers. */
export const presentProviderMetadata = (providers: readonly PaymentProvider[]) =>
  presentProviders(providers).map(({ key, displayName, logo, paymentImplementation }) => ({
    key,
    displayName,
    logo,
    paymentImplementation,
  }));
