import { defaultColour } from '@quayside/contract/tenant/theme.ts';
import type { z } from 'zod';
import { isoPlaces } from '../../lib/texts/iso-4217.ts';
import type { TenantSettings } from '../../lib/settings/tenant-settings.ts';

/**
 * The facts that a marina needs before it can open its portal. Everything else has a default that can be changed
 * later.
 */
export interface TenantBasics {
  name: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** ISO 4217. */
  currency: string;
  defaultLanguage: string;
  /** The default one is among them. */
  languages: readonly string[];
  measurementSystem: 'Metric' | 'Imperial';
  /** The office's address. */
  email: string;
  telephone: string;
}

/** Turns every switch of the portal on. */
export const everythingPermitted = {
  invoicingEnabled: true,
  showAccountActivity: true,
  showEstimates: true,
  showNotificationPreferences: true,
  showWaitingLists: true,
  allowAccountEdit: true,
  uneditableAccountProperties: [],
} satisfies z.input<typeof TenantSettings>['permissions'];

/** Returns the settings of a new marina: everything is on that needs no contract with others, in our own colours. */
export function newTenantSettings(basics: TenantBasics): z.input<typeof TenantSettings> {
  return {
    portalTitle: basics.name,
    logo: '/brand/quayside/logo.v1.svg',
    brand: { logo: '', title: '', url: '' },
    messages: {},
    lookups: { titles: [], contactUsSubjects: [] },
    backgroundColour: defaultColour,
    backgroundImage: null,
    agreementsEnabled: true,
    styles: {},
    translations: {},
    features: {},
    contact: { email: basics.email, telephone: basics.telephone },
    culture: newCulture(basics),
    permissions: everythingPermitted,
    authProviders: [{ key: 'credentials', displayName: 'E-mail', colour: null, icon: null, enabledInPortal: true }],
    rootUrl: null,
  };
}

function newCulture({ country, currency, defaultLanguage, languages, measurementSystem }: TenantBasics) {
  const currencyDecimalPlaces = isoPlaces(currency);
  return {
    defaultLanguage,
    availableLanguages: [...languages],
    baseCulture: defaultLanguage,
    twoDigitCountryCode: country,
    measurementSystem,
    minorCurrencyUnit: 10 ** currencyDecimalPlaces,
    currencyDecimalPlaces,
    isoCurrencyCode: currency,
  };
}
