import { z } from 'zod';
import { call, type Feature, type PasswordUse, Permission } from './call.ts';
import { PasswordPolicy } from './password-policy.ts';
import { Uploads } from './uploads.ts';

/** How a tenant writes language, money and lengths. */
export const Culture = z.object({
  defaultLanguage: z.string(),
  availableLanguages: z.array(z.string()).min(1),
  /** Drives number and currency format where the reader's language doesn't. */
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

/** What somebody comes for: to sign in, or to register with a code (decision C2.23). */
export const AuthType = z.enum(['login', 'register']);
export type AuthType = z.output<typeof AuthType>;

/** A way to sign in: `credentials` is e-mail and password, every other key a provider of single sign-on. */
export const AuthProvider = z.object({
  key: z.string(),
  displayName: z.string(),
  /** Of its button, `#rrggbb`; null: the portal's own. */
  colour: z.string().nullable(),
  /** Of its button: a path of this server or a `data:` address, as the portal shows no stranger's pictures. */
  icon: z.string().nullable(),
  enabledInPortal: z.boolean(),
  /** What it serves; all where it names none. */
  authTypes: z.array(AuthType).min(1).optional(),
});
export type AuthProvider = z.output<typeof AuthProvider>;

/** Whether a provider is there for what somebody comes for. */
export function servesAuthType({ enabledInPortal, authTypes }: AuthProvider, authType: AuthType): boolean {
  return enabledInPortal && (authTypes?.includes(authType) ?? true);
}

/**
 * Whether a tenant takes passwords. As proof it does wherever people sign in at all: a provider's identity is connected
 * to a login by the login's password, so a forgotten one can be replaced even where none signs in by itself.
 */
export function takesPasswords(authProviders: readonly AuthProvider[], use: PasswordUse): boolean {
  if (use === 'proof') return authProviders.some((provider) => servesAuthType(provider, 'login'));
  return authProviders.some((provider) => provider.key === 'credentials' && servesAuthType(provider, use));
}

/** What a portal is told about its tenant. All of it is public. */
export const TenantConfig = z.object({
  key: z.string(),
  name: z.string(),
  portalTitle: z.string(),
  /** URL of the header's logo. */
  logo: z.string(),
  /** Powered-by footer; hidden where the title is empty. */
  brand: z.object({ logo: z.string(), title: z.string(), url: z.string() }),
  /** Texts of the marina by language, sanitised HTML: `login` is shown above the login form. */
  messages: z.record(z.string(), z.object({ login: z.string() })),
  lookups: z.object({ titles: z.array(z.string()), contactUsSubjects: z.array(z.string()) }),
  backgroundColour: z.string(),
  backgroundImage: z.string().nullable(),
  paymentApiUrl: z.string(),
  /** Where the list of partners' apps is: `apps` below this address. null: there are none. */
  microAppApi: z.string().nullable(),
  /** Further origins that apps and their manifests may be at. From any other nothing is loaded or framed. */
  microAppOrigins: z.array(z.string()),
  /** Permissions that an app waits for, by the app's id: without it that app isn't shown (decision C1.2). */
  microAppPermissions: z.record(z.string(), Permission),
  /** Origins of the marina's own sites that quick pay may lead back to (decision P2.8). */
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
  /** What a new password has to be. */
  passwordPolicy: PasswordPolicy,
  /** What the tax on sales is called, such as VAT (decision X5); empty: as the reader's language calls it. */
  taxLabel: z.string().max(20),
  uploads: Uploads,
  /** Whether orders of the future stay out of the list of what is unpaid, without a switch to show them (decision P2.13). */
  hideFutureToggle: z.boolean(),
  /** How to reach the office, for texts that say so. */
  contact: z.object({ email: z.string(), telephone: z.string() }),
});
export type TenantConfig = z.output<typeof TenantConfig>;

/** Whether a tenant's switch is on, wherever it is kept. */
export function permits(
  { agreementsEnabled, permissions }: Pick<TenantConfig, 'agreementsEnabled' | 'permissions'>,
  permission: Permission,
): boolean {
  return permission === 'agreementsEnabled' ? agreementsEnabled : permissions[permission];
}

/** What is being tried out is off unless turned on; these are on unless turned off (decision C2.65). */
const onByDefault: ReadonlySet<Feature> = new Set<Feature>(['my-stays']);

/** Whether a tenant's feature flag is on. */
export const hasFeature = ({ features }: Pick<TenantConfig, 'features'>, feature: Feature): boolean =>
  features[feature] ?? onByDefault.has(feature);

/** Whether a portal says anything of orders: to pay them, or as a history to read (decision P1.3). */
export const showsOrders = ({ permissions }: Pick<TenantConfig, 'permissions'>): boolean =>
  permissions.invoicingEnabled || permissions.showAccountActivity;

export const getConfig = call({
  name: 'getConfig',
  summary: "The tenant's brand, culture, permissions and features",
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
  summary: "The tenant's sites",
  method: 'GET',
  path: 'portal/sites',
  access: 'public',
  staff: 'read',
  answer: z.object({ sites: z.array(Site) }),
});

export const Country = z.object({
  alpha2: z.string().length(2),
  name: z.string(),
  /** Code → name; empty where addresses name no state. */
  states: z.record(z.string(), z.string()),
});
export type Country = z.output<typeof Country>;

export const listCountries = call({
  name: 'listCountries',
  summary: "Countries by name in the caller's language",
  method: 'GET',
  path: 'country/list',
  access: 'public',
  staff: 'read',
  answer: z.object({ countries: z.array(Country) }),
});
