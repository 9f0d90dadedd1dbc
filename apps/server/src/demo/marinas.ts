import type { z } from 'zod';
import { everythingPermitted } from '../features/tenant/tenant.exports.ts';
import type { TenantSettings } from '../lib/settings/tenant-settings.ts';
import { type PriceList, portAzurPrices, saltmarshPrices } from './price-list.ts';
import { appsIn, translationsOfEnglish } from './translations.ts';

/** A tenant of the demo. */
export interface Marina {
  key: string;
  name: string;
  hosts: string[];
  sites: Site[];
  /** Settings that are left out have their defaults. */
  settings: z.input<typeof TenantSettings>;
  prices: PriceList;
  /** The language of its people and boats. */
  language: 'en' | 'fr';
  stickers: string;
  accounts: number;
}

interface Site {
  name: string;
  address: string;
  telephone: string;
  email: string;
  timeZone: string;
}

const credentials = { key: 'credentials', displayName: 'E-mail', colour: null, icon: null, enabledInPortal: true };

/** The two providers of single sign-on in the sandbox. */
const signOnProviders = [
  { key: 'harbour-id', displayName: 'Harbour ID', colour: '#0f5f5c', icon: '/brand/harbour-id/icon.v1.svg' },
  { key: 'blue-flag', displayName: 'Blue Flag Club', colour: '#1d3fa6', icon: '/brand/blue-flag/icon.v1.svg' },
].map((provider) => ({ ...provider, enabledInPortal: true }));

/** The subjects of a message to Saltmarsh's office. */
const subjects = ['My berth', 'An invoice', 'Lift-out and storage', 'Something else'];

/** The settings of both marinas that differ from the defaults or have none. */
const shared = {
  // The sandbox's address is known only at the start.
  microAppApi: null,
  microAppPermissions: { 'shore-power': 'invoicingEnabled' as const },
  agreementsEnabled: true,
  features: { 'my-stays': true, 'ineligible-vaulted-cards': false },
  permissions: everythingPermitted,
  authProviders: [credentials, ...signOnProviders],
  rootUrl: null,
};

export const saltmarsh: Marina = {
  key: 'saltmarsh',
  name: 'Saltmarsh Marina',
  hosts: ['saltmarsh.localhost'],
  sites: [
    {
      name: 'Saltmarsh Marina',
      // Some offices write addresses like this, with line breaks as tags.
      address: 'Saltern Quay<br/>Lymington<br>SO41 0QX',
      telephone: '01632 960140',
      email: 'office@saltmarsh.example.org',
      timeZone: 'Europe/London',
    },
    {
      name: 'Oyster Creek Moorings',
      address: 'Ferry Lane, Emsworth, PO10 0QX',
      telephone: '01632 960152',
      email: 'moorings@saltmarsh.example.org',
      timeZone: 'Europe/London',
    },
  ],
  settings: {
    ...shared,
    portalTitle: 'Saltmarsh Marina: my account',
    logo: '/brand/saltmarsh/logo.v1.svg',
    backgroundImage: '/brand/saltmarsh/background.v1.svg',
    brand: { logo: '/brand/quayside/logo.v1.svg', title: 'Quayside', url: 'https://quayside.example.org' },
    messages: {
      'en-GB': {
        login:
          '<p>See what is due, pay it, and keep your receipts. No registration code yet? <b>Ask the office.</b></p>',
      },
      'fr-FR': {
        login:
          '<p>Consultez vos échéances, payez-les et gardez vos reçus. Pas encore de code d’inscription ? ' +
          '<b>Demandez-le à la capitainerie.</b></p>',
      },
      'de-DE': {
        login:
          '<p>Sehen Sie, was fällig ist, bezahlen Sie es und behalten Sie Ihre Quittungen. Noch kein ' +
          'Registrierungscode? <b>Fragen Sie das Hafenbüro.</b></p>',
      },
      'es-ES': {
        login:
          '<p>Vea lo que debe, páguelo y guarde sus recibos. ¿Aún no tiene código de registro? <b>Pídalo en la ' +
          'oficina del puerto.</b></p>',
      },
      'nl-NL': {
        login:
          '<p>Bekijk wat u moet betalen, betaal het en bewaar uw betaalbewijzen. Nog geen registratiecode? ' +
          '<b>Vraag het havenkantoor erom.</b></p>',
      },
      ar: {
        login:
          '<p>اطّلع على ما هو مستحق، وادفعه، واحتفظ بإيصالاتك. ليس لديك رمز تسجيل؟ <b>اطلبه من مكتب المرسى.</b></p>',
      },
    },
    lookups: {
      titles: ['Mr', 'Mrs', 'Miss', 'Ms', 'Mx', 'Dr', 'none'],
      contactUsSubjects: subjects,
    },
    backgroundColour: '#0f6e6a',
    styles: {},
    translations: translationsOfEnglish(subjects),
    culture: {
      defaultLanguage: 'en-GB',
      availableLanguages: ['en-GB', 'fr-FR', 'de-DE', 'es-ES', 'nl-NL', 'ar'],
      baseCulture: 'en-GB',
      twoDigitCountryCode: 'GB',
      measurementSystem: 'Metric',
      minorCurrencyUnit: 100,
      currencyDecimalPlaces: 2,
      isoCurrencyCode: 'GBP',
    },
    contact: { email: 'office@saltmarsh.example.org', telephone: '01632 960140' },
    taxNumber: 'GB 000 0000 00',
    invoices: {
      terms: { 'en-GB': 'Pay by the date above. Ask the marina office before then if you need more time.' },
      howToPay: {
        'en-GB':
          'Pay in your portal, or by bank transfer to Saltmarsh Marina, sort code 00-00-00, account 00000000. ' +
          'Give the number at the top as the reference.',
      },
    },
  },
  prices: saltmarshPrices,
  language: 'en',
  stickers: 'SM',
  accounts: 196,
};

export const portAzur: Marina = {
  key: 'port-azur',
  name: 'Port d’Azur',
  hosts: ['port-azur.localhost'],
  sites: [
    {
      name: 'Port d’Azur, Vieux-Port',
      address: '2 quai des Pêcheurs, 83600 Fréjus',
      telephone: '04 65 71 01 40',
      email: 'capitainerie@port-azur.example.org',
      timeZone: 'Europe/Paris',
    },
    {
      name: 'Anse des Mimosas',
      address: '11 chemin de la Calanque, 83700 Saint-Raphaël',
      telephone: '04 65 71 01 52',
      email: 'mimosas@port-azur.example.org',
      timeZone: 'Europe/Paris',
    },
  ],
  settings: {
    ...shared,
    portalTitle: 'Port d’Azur\u00a0: mon compte',
    logo: '/brand/port-azur/logo.v1.svg',
    backgroundImage: '/brand/port-azur/background.v1.svg',
    brand: { logo: '/brand/quayside/logo.v1.svg', title: 'Quayside', url: 'https://quayside.example.org' },
    messages: {
      'fr-FR': {
        login: '<p>Bienvenue à bord. Vos factures, vos contrats et vos reçus sont ici, <b>jour et nuit</b>.</p>',
      },
      'en-GB': {
        login: '<p>Welcome aboard. Your invoices, agreements and receipts are here, <b>day and night</b>.</p>',
      },
    },
    lookups: {
      titles: ['M.', 'Mme'],
      contactUsSubjects: ['Ma place', 'Une facture', 'Carénage et hivernage', 'Autre chose'],
    },
    backgroundColour: '#1c4fc4',
    styles: { '--qs-radius': '6px' },
    translations: {
      'fr-FR': appsIn('fr-FR'),
      'en-GB': {
        'contactUs.subjects.Ma place': 'My berth',
        'contactUs.subjects.Une facture': 'An invoice',
        'contactUs.subjects.Carénage et hivernage': 'Lift-out and storage',
        'contactUs.subjects.Autre chose': 'Something else',
      },
    },
    culture: {
      defaultLanguage: 'fr-FR',
      availableLanguages: ['fr-FR', 'en-GB'],
      baseCulture: 'fr-FR',
      twoDigitCountryCode: 'FR',
      measurementSystem: 'Metric',
      minorCurrencyUnit: 100,
      currencyDecimalPlaces: 2,
      isoCurrencyCode: 'EUR',
    },
    contact: { email: 'capitainerie@port-azur.example.org', telephone: '04 65 71 01 40' },
    taxNumber: 'FR 00 000000000',
    invoices: {
      terms: {
        'fr-FR': 'Payez au plus tard à la date ci-dessus. Besoin d’un délai ? Contactez la capitainerie avant.',
      },
      howToPay: {
        'fr-FR':
          'Payez sur votre portail, ou par virement à Port d’Azur, IBAN FR00 0000 0000 0000 0000 0000 000, en ' +
          'indiquant le numéro de la facture.',
      },
    },
  },
  prices: portAzurPrices,
  language: 'fr',
  stickers: 'PA',
  accounts: 98,
};
