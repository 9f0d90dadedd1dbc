import { z } from 'zod';
import { call, type Feature, type PasswordUse, Permission } from '../shared/call.ts';
import { PartialPaymentMinimum } from '../payments/partial-payments.ts';
import { PasswordPolicy } from './password-policy.ts';

/** The tenant's formats for languages, money and lengths. */
export const Culture = z.object({
  defaultLanguage: z.string(),
  availableLanguages: z.array(z.string()).min(1),
  /** Sets the number and currency format if the reader's language doesn't. */
  baseCulture: z.string(),
  twoDigitCountryCode: z.string().length(2),
  measurementSystem: z.enum(['Metric', 'Imperial']),
  /** Multiplier from major to minor units: always 10 to the power of `currencyDecimalPlaces`. */
  minorCurrencyUnit: z.number().int().positive(),
  currencyDecimalPlaces: z.number().int().min(0).max(4),
  isoCurrencyCode: z.string().length(3),
});
export type Culture = z.output<typeof Culture>;

export const Permissions = z.object({
  invoicingEnabled: z.boolean(),
  showAccountActivity: z.boolean(),
  showEstimates: z.boolean(),
  showNotificationPreferences: z.boolean(),
  showWaitingLists: z.boolean(),
  allowAccountEdit: z.boolean(),
  uneditableAccountProperties: z.array(z.string()),
});

/** The purpose of a visit: to sign in, or to register with a code (decision C2.23). */
export const AuthType = z.enum(['login', 'register']);
export type AuthType = z.output<typeof AuthType>;

/** A way to sign in. `credentials` is e-mail and password; every other key is a provider of single sign-on. */
export const AuthProvider = z.object({
  key: z.string(),
  displayName: z.string(),
  /** Colour of its button, `#rrggbb`. Null: the portal's own. */
  colour: z.string().nullable(),
  /**
   * Icon of its button: a path of this server or a `data:` address. The portal shows no pictures from other sites.
   */
  icon: z.string().nullable(),
  enabledInPortal: z.boolean(),
  /** The purposes that it serves. All if it names none. */
  authTypes: z.array(AuthType).min(1).optional(),
});
export type AuthProvider = z.output<typeof AuthProvider>;

/** Checks if a provider is enabled and serves a purpose. */
export function servesAuthType({ enabledInPortal, authTypes }: AuthProvider, authType: AuthType): boolean {
  return enabledInPortal && (authTypes?.includes(authType) ?? true);
}

/**
 * Checks if a tenant takes passwords for a use. A password counts as proof as soon as there is any way to sign in:
 * it links a provider's identity to its login, so customers can replace a forgotten password even if passwords
 * alone can't sign in.
 */
export function takesPasswords(authProviders: readonly AuthProvider[], use: PasswordUse): boolean {
  if (use === 'proof') return authProviders.some((provider) => servesAuthType(provider, 'login'));
  return authProviders.some((provider) => provider.key === 'credentials' && servesAuthType(provider, use));
}

/** The rules for files that customers of a marina hand in. */
export const Uploads = z.object({
  /** Maximum size of a file, in megabytes of 1,048,576 bytes (decision C5.15). */
  maxMegabytes: z.number().int().min(1).max(50),
  /** Word files can contain macros and archives, so they are off by default. */
  acceptsWordFiles: z.boolean(),
});
export type Uploads = z.output<typeof Uploads>;

/** The tenant's settings that the portal gets. All of them are public. */
export const TenantConfig = z.object({
  key: z.string(),
  name: z.string(),
  portalTitle: z.string(),
  /** URL of the header's logo. */
  logo: z.string(),
  /** The logo's own size, so that a browser keeps its room before it has come. Null if the server doesn't know it. */
  logoSize: z.object({ width: z.number(), height: z.number() }).nullable(),
  /** Powered-by footer. Hidden if the title is empty. */
  brand: z.object({ logo: z.string(), title: z.string(), url: z.string() }),
  /** Texts of the marina by language, sanitised HTML. `login` is shown above the login form. */
  messages: z.record(z.string(), z.object({ login: z.string() })),
  lookups: z.object({ titles: z.array(z.string()), contactUsSubjects: z.array(z.string()) }),
  backgroundColour: z.string(),
  backgroundImage: z.string().nullable(),
  paymentApiUrl: z.string(),
  /** Base address of the list of partners' apps, which is at `apps` below it. Null: there are no apps. */
  microAppApi: z.string().nullable(),
  /**
   * Further origins that apps and their manifests may come from. The portal loads and frames nothing from any
   * other.
   */
  microAppOrigins: z.array(z.string()),
  /** Permissions that apps need, by the app's id. An app without its permission isn't shown (decision C1.2). */
  microAppPermissions: z.record(z.string(), Permission),
  /** Origins of the marina's own sites that quick pay may return to (decision P2.8). */
  allowedReturnUrls: z.array(z.string()),
  agreementsEnabled: z.boolean(),
  rootUrl: z.string(),
  /** CSS custom properties that override the theme's, such as `--qs-radius`. */
  styles: z.record(z.string(), z.string()),
  /** Overrides of single texts: language → key → text. */
  translations: z.record(z.string(), z.record(z.string(), z.string())),
  culture: Culture,
  permissions: Permissions,
  features: z.record(z.string(), z.boolean()),
  authProviders: z.array(AuthProvider),
  /** The rules for a new password. */
  passwordPolicy: PasswordPolicy,
  /** The name of the tax on sales, such as VAT (decision X5). Empty: the word in the reader's language. */
  taxLabel: z.string().max(20),
  uploads: Uploads,
  /** True if the list of unpaid orders never includes future orders and has no switch for them (decision P2.13). */
  hideFutureToggle: z.boolean(),
  /** True if customers may pay a part of what is due (decision P2.43). */
  allowPartialPayment: z.boolean(),
  /** Null: any part. */
  partialPaymentMinimum: PartialPaymentMinimum.nullable(),
  /** Contact details of the office, for texts that name them. */
  contact: z.object({ email: z.string(), telephone: z.string() }),
});
export type TenantConfig = z.output<typeof TenantConfig>;

/** Checks if a tenant's switch is on. It may be in either of two places. */
export function permits(
  { agreementsEnabled, permissions }: Pick<TenantConfig, 'agreementsEnabled' | 'permissions'>,
  permission: Permission,
): boolean {
  return permission === 'agreementsEnabled' ? agreementsEnabled : permissions[permission];
}

/** Flags that are on unless turned off. All other flags are off unless turned on (decision C2.65). */
const onByDefault: ReadonlySet<Feature> = new Set<Feature>(['my-stays']);

/** Checks if a tenant's feature flag is on. */
export const hasFeature = ({ features }: Pick<TenantConfig, 'features'>, feature: Feature): boolean =>
  features[feature] ?? onByDefault.has(feature);

/** Checks if the portal shows orders at all: to pay them, or as a history (decision P1.3). */
export const showsOrders = ({ permissions }: Pick<TenantConfig, 'permissions'>): boolean =>
  permissions.invoicingEnabled || permissions.showAccountActivity;

export const getConfig = call({
  name: 'getConfig',
  summary: "Get the tenant's brand, culture, permissions and features",
  method: 'GET',
  path: 'portal/config',
  access: 'public',
  staff: 'read',
  answer: TenantConfig,
});

export const Site = z.object({
  id: z.number().int(),
  name: z.string(),
  address: z.string(),
  telephone: z.string(),
  email: z.string(),
  timeZone: z.string(),
});

export const listSites = call({
  name: 'listSites',
  summary: "List the tenant's sites",
  method: 'GET',
  path: 'portal/sites',
  access: 'public',
  staff: 'read',
  answer: z.object({ sites: z.array(Site) }),
});

export const Country = z.object({
  alpha2: z.string().length(2),
  name: z.string(),
  /** Code → name. Empty if addresses in this country have no state. */
  states: z.record(z.string(), z.string()),
});
export type Country = z.output<typeof Country>;

export const listCountries = call({
  name: 'listCountries',
  summary: "List the countries by name in the caller's language",
  method: 'GET',
  path: 'country/list',
  access: 'public',
  staff: 'read',
  answer: z.object({ countries: z.array(Country) }),
});
