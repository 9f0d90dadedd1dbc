import type { PaymentProvider } from '../../../providers/payments/payment-provider.ts';

/** Returns the provider as if its settings had no Google Pay. Apple Pay stays. */
export function withoutGooglePay(provider: PaymentProvider): PaymentProvider {
  const { wallets, publicConfig, ...rest } = provider;
  if (!wallets?.googlePay) return provider;
  const { googlePay: _payment, ...otherWallets } = wallets;
  const { wallets: walletConfig, ...config } = publicConfig.config;
  const { googlePay: _script, ...scripts } = walletConfig?.scripts ?? {};
  const without = {
    ...publicConfig,
    config,
    isGooglePayEnabled: false,
    googlePayMerchantId: null,
    googlePayGatewayMerchantId: null,
  };
  if (!wallets.applePay) return { ...rest, publicConfig: without };
  const { googlePayAuthMethods = [], googlePayGateway = '' } = walletConfig ?? {};
  const others = { googlePayAuthMethods, googlePayGateway, scripts };
  return { ...rest, wallets: otherWallets, publicConfig: { ...without, config: { ...config, wallets: others } } };
}
