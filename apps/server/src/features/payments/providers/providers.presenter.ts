import type { PaymentProvider as PublicProvider, ProviderKind } from '@quayside/contract/payments/payments.ts';
import type { Context } from '../../../http/context.ts';
import { tenantText } from '../../../lib/texts/texts.ts';
import type { PaymentProvider } from '../../../providers/payments/payment-provider.ts';
import { kindOf } from '../../../providers/payments/provider-kind.ts';

type Reader = { tenant: Parameters<typeof tenantText>[0] } & Pick<Context, 'language'>;

/** Presents the providers that the portal can show to browsers, with their names in the reader's language. */
export const presentProviders = (reader: Reader, providers: readonly PaymentProvider[]): PublicProvider[] =>
  providers.flatMap((provider) => {
    const kind = kindOf(provider);
    return kind === null ? [] : [presentProvider(reader, provider, kind)];
  });

/** Presents a provider field by field, so that no later setting leaks. */
function presentProvider(
  { tenant, language }: Reader,
  { key, publicConfig, redirect, maxPayment = null, maxDecimals = null }: PaymentProvider,
  kind: ProviderKind,
): PublicProvider {
  return {
    key,
    kind,
    value: key,
    paymentImplementation: kind === 'page' ? 'Api' : 'Component',
    displayName: publicConfig.displayName || tenantText(tenant, language, 'payments.channels.Card'),
    logo: publicConfig.logo,
    inTestMode: publicConfig.inTestMode,
    maxPayment,
    maxDecimals,
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
export const presentProviderMetadata = (reader: Reader, providers: readonly PaymentProvider[]) =>
  presentProviders(reader, providers).map(({ key, displayName, logo, paymentImplementation }) => ({
    key,
    displayName,
    logo,
    paymentImplementation,
  }));
