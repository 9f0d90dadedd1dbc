import type { PaymentProvider, ProviderAdapter } from '../payment-provider.ts';
import { charge, fetchAftermath, fetchStatus } from './charges.ts';
import { openRefunds } from './refunds.ts';
import { checkToken, openFields, openRequest, readKeptCard } from './requests.ts';
import { ClearAcceptSettings } from './settings.ts';

/** The second card provider: payment requests, and hosted fields that handle 3-D Secure themselves. */
export const clearAccept: ProviderAdapter<ClearAcceptSettings> = {
  key: 'clearAccept',
  company: 'ClearAccept',
  settings: ClearAcceptSettings,
  open,
};

function open(settings: ClearAcceptSettings): PaymentProvider {
  return {
    key: clearAccept.key,
    account: settings.merchantAccountId,
    deadlineMs: settings.deadlineMs,
    publicConfig: publicConfigOf(settings),
    browserOrigins: [new URL(settings.scriptBaseUrl).origin],
    fetchStatus: (attempt) => fetchStatus(settings, attempt),
    fetchAftermath: (attempt) => fetchAftermath(settings, attempt),
    refunds: openRefunds(settings),
    components: {
      openRequest: (attempt, order) => openRequest(settings, attempt, order),
      openFields: (attempt) => openFields(settings, attempt),
      check: (attempt, typed) => checkToken(settings, attempt, typed),
      charge: (attempt, typed) => charge(settings, attempt, typed),
      readKeptCard: (attempt) => readKeptCard(settings, attempt),
    },
  };
}

function publicConfigOf(settings: ClearAcceptSettings): PaymentProvider['publicConfig'] {
  return {
    displayName: settings.displayName,
    logo: settings.logo,
    inTestMode: settings.inTestMode,
    publicApiKey: null,
    rememberCardByDefault: settings.rememberNewCardDefault,
    isApplePayEnabled: false,
    isGooglePayEnabled: false,
    googlePayMerchantId: null,
    googlePayGatewayMerchantId: null,
    config: {
      allowVaultPortal: settings.allowVaultPortal,
      supportedCountries: settings.supportedCountries,
      accountId: null,
      acceptedCards: settings.acceptedCards,
      rememberNewCardDefault: settings.rememberNewCardDefault,
      force3dsV1: false,
      scripts: { fields: `${settings.scriptBaseUrl}/fields/v1` },
    },
  };
}
