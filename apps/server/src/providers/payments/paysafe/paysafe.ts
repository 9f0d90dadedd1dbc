import type { CardProvider, PaymentProvider, ProviderAdapter } from '../payment-provider.ts';
import { fetchAftermath } from './aftermath.ts';
import { resumeAuthentication, startAuthentication } from './authentications.ts';
import { charge, fetchStatus } from './charges.ts';
import { openVersion1 } from './enrollments.ts';
import { basicCredentials } from './http-client.ts';
import { openRefunds } from './refunds.ts';
import { refusalReasons } from './refusal-reasons.ts';
import { PaysafeSettings } from './settings.ts';
import { openVault } from './vault.ts';
import { openWallets, publicWalletConfig } from './wallets.ts';

/** The card vault provider: its first generation of APIs (customer vault, card payments, 3-D Secure 2). */
export const paysafe: ProviderAdapter<PaysafeSettings> = {
  key: 'paysafe',
  company: 'Paysafe',
  settings: PaysafeSettings,
  refusalReasons,
  open,
};

function open(settings: PaysafeSettings): CardProvider {
  const wallets = openWallets(settings);
  return {
    key: paysafe.key,
    account: settings.accountId,
    deadlineMs: settings.deadlineMs,
    publicConfig: publicConfigOf(settings),
    browserOrigins: [new URL(settings.scriptBaseUrl).origin],
    takesAmount,
    start: (attempt, input) => startAuthentication(settings, attempt, input),
    resume: (attempt, input) => resumeAuthentication(settings, attempt, input),
    charge: (attempt, input) => charge(settings, attempt, input),
    fetchStatus: (attempt) => fetchStatus(settings, attempt),
    fetchAftermath: (attempt, id) => fetchAftermath(settings, attempt, id),
    refunds: openRefunds(settings),
    vault: openVault(settings),
    ...(settings.force3dsV1 && { version1: openVersion1(settings) }),
    ...(wallets && { wallets }),
  };
}

/** DANGER: the provider rounds the third decimal of a currency that has one, and charges another amount than asked. */
const takesAmount: NonNullable<PaymentProvider['takesAmount']> = (amountMinor, _, places) =>
  places < 3 || amountMinor % 10 ** (places - 2) === 0;

function publicConfigOf(settings: PaysafeSettings): PaymentProvider['publicConfig'] {
  return {
    displayName: settings.displayName,
    logo: settings.logo,
    inTestMode: settings.inTestMode,
    publicApiKey: basicCredentials(settings.tokenKey, settings.tokenSecret),
    rememberCardByDefault: settings.rememberNewCardDefault,
    isApplePayEnabled: settings.applePay !== null,
    isGooglePayEnabled: settings.googlePay !== null,
    googlePayMerchantId: settings.googlePay?.merchantId ?? null,
    googlePayGatewayMerchantId: settings.googlePay?.gatewayMerchantId ?? null,
    config: {
      allowVaultPortal: settings.allowVaultPortal,
      supportedCountries: settings.supportedCountries,
      accountId: settings.accountId,
      acceptedCards: settings.acceptedCards,
      rememberNewCardDefault: settings.rememberNewCardDefault,
      force3dsV1: settings.force3dsV1,
      scripts: {
        fields: `${settings.scriptBaseUrl}/js/v1/latest/paysafe.min.js`,
        threeDSecure: `${settings.scriptBaseUrl}/threedsecure/js/latest/paysafe.threedsecure.min.js`,
      },
      ...((settings.googlePay || settings.applePay) && { wallets: publicWalletConfig(settings) }),
    },
  };
}
