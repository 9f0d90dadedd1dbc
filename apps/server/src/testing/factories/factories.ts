import { randomUUID } from 'node:crypto';
import type { Site } from '@quayside/contract/tenant/tenant.ts';
import type { Insertable } from 'kysely';
import type { z } from 'zod';
import type { TenantDb } from '../../db/client.ts';
import { takeNumbers } from '../../db/sql/numbers.ts';
import type { Database } from '../../db/schema/schema.ts';
import { insertLogin } from '../../features/identity/identity.queries.ts';
import { loginName } from '../../features/identity/identity.service.ts';
import { hashPassword } from '../../features/identity/password-hash.service.ts';
import { type NewSession, startSession } from '../../features/identity/sessions.service.ts';
import { startConfirmation } from '../../features/login-address/confirmation-tokens.service.ts';
import { storeConfirmation } from '../../features/login-address/login-address.queries.ts';
import { startReset } from '../../features/passwords/reset-tokens.service.ts';
import { issueRenewalCode } from '../../features/registration/renewal-codes.service.ts';
import { makeStaffLink } from '../../features/staff-views/staff-views.service.ts';
import { everythingPermitted } from '../../features/tenant/new-tenant.rules.ts';
import { saveTenant, type TenantDraft } from '../../features/tenant/tenant.service.ts';
import { sessionCookie } from '../../http/origin/cookie-names.ts';
import type { TenantSettings } from '../../lib/settings/tenant-settings.ts';
import type { TestApp } from '../app.ts';
import type { HttpClient } from '../http-client.ts';

/** Returns settings of a marina with everything turned on, in pounds. */
export function sampleSettings(changes: Partial<z.input<typeof TenantSettings>> = {}): z.input<typeof TenantSettings> {
  return {
    portalTitle: 'Sample Marina',
    logo: '/brand/saltmarsh/logo.v1.svg',
    brand: { logo: '', title: '', url: '' },
    messages: {},
    lookups: { titles: ['Mr', 'Mrs', 'Ms'], contactUsSubjects: ['Berths', 'Invoices'] },
    backgroundColour: '#00acec',
    backgroundImage: null,
    microAppApi: null,
    agreementsEnabled: true,
    styles: {},
    translations: {},
    features: {},
    contact: { email: 'office@example.com', telephone: '+44 1632 960000' },
    culture: {
      defaultLanguage: 'en-GB',
      availableLanguages: ['en-GB', 'fr-FR'],
      baseCulture: 'en-GB',
      twoDigitCountryCode: 'GB',
      measurementSystem: 'Metric',
      minorCurrencyUnit: 100,
      currencyDecimalPlaces: 2,
      isoCurrencyCode: 'GBP',
    },
    permissions: everythingPermitted,
    authProviders: [
      { key: 'credentials', displayName: 'E-mail and password', colour: null, icon: null, enabledInPortal: true },
    ],
    rootUrl: null,
    ...changes,
  };
}

/** Returns a site in London, number 1, unless `changes` says otherwise. */
export function sampleSite(changes: Partial<z.input<typeof Site>> = {}): z.input<typeof Site> {
  return {
    id: 1,
    name: 'Main Basin',
    address: '1 Quay Road',
    telephone: '+44 1632 960001',
    email: 'quay@example.com',
    timeZone: 'Europe/London',
    ...changes,
  };
}

export interface TestTenant {
  id: number;
  key: string;
  /** Connects as the application's own role. */
  db: TenantDb;
}

/** Makes a tenant with one site, number 1, unless `changes` says otherwise. */
export async function makeTenant(
  { ownerDb, database, clock }: Pick<TestApp, 'ownerDb' | 'database' | 'clock'>,
  changes: Partial<TenantDraft> = {},
): Promise<TestTenant> {
  const key = changes.key ?? `marina-${randomUUID().slice(0, 8)}`;
  const draft = {
    name: `Marina ${key}`,
    settings: sampleSettings(),
    hosts: [],
    sites: [sampleSite()],
    ...changes,
    key,
  };
  const id = await saveTenant(ownerDb, draft, clock.now());
  return { id, key, db: database.forTenant(id) };
}

export interface TestAccount {
  id: number;
  guid: string;
  siteId: number;
}

/** Makes a customer of site 1, with a name and an e-mail address, unless `changes` says otherwise. */
export async function makeAccount(
  { id: tenantId, db }: TestTenant,
  changes: Partial<Insertable<Database['accounts']>> = {},
): Promise<TestAccount> {
  const row = {
    tenant_id: tenantId,
    id: await takeNumbers(db, tenantId, 'account'),
    guid: randomUUID(),
    site_id: 1,
    firstname: 'Robin',
    lastname: 'Test',
    email: 'robin.test@example.com',
    opaque_token: randomUUID(),
    created_at: new Date('2025-01-01T00:00:00Z'),
    ...changes,
  };
  await db.insertInto('accounts').values(row).execute();
  return { id: row.id, guid: row.guid, siteId: row.site_id };
}

export const samplePassword = 'Harbour#2026';

/**
 * The hash of `samplePassword` at the lowest cost of argon2id. A hash tells its own cost, so a sign-in with it takes no
 * time, where one at the product's cost keeps a processor busy for 30 ms.
 */
const sampleHash = '$argon2id$v=19$m=8,t=1,p=1$YSBzYWx0IGZvciB0ZXN0cw$BvgTCZ04YUmx/GvFKLXGVXjwH3aa9LdyMgPqzrakA8I';

/** Makes a login of an account, by default with `samplePassword`. Returns its id. */
export async function makeLogin(
  { id: tenantId, db }: TestTenant,
  { id: accountId }: Pick<TestAccount, 'id'>,
  { email = `robin.${randomUUID()}@example.com`, password = samplePassword } = {},
): Promise<{ id: number; email: string }> {
  const id = await takeNumbers(db, tenantId, 'login');
  const since = new Date('2025-01-01T00:00:00Z');
  const passwordHash = password === samplePassword ? sampleHash : await hashPassword(password);
  const row = { tenant_id: tenantId, id, email: loginName(email), password_hash: passwordHash };
  const stored = await insertLogin(db, { ...row, created_at: since, email_confirmed_at: since }, accountId);
  if (!stored) throw new Error(`${email} is another login's`);
  return { id, email };
}

/** Makes a registration code of an account, issued at the test clock's first time unless `now` says otherwise. */
export async function makeRenewalCodeOf(
  { id: tenantId, db }: TestTenant,
  { id: accountId }: Pick<TestAccount, 'id'>,
  now = new Date('2026-05-16T09:00:00Z'),
): Promise<string> {
  const code = await issueRenewalCode(db, tenantId, accountId, now);
  if (code === null) throw new Error(`account ${accountId} is closed`);
  return code;
}

/** Returns the token of a mail that resets a login's password. */
export function makeResetToken({ id: tenantId, db }: TestTenant, loginId: number, now: Date): Promise<string> {
  return startReset(db, tenantId, loginId, now);
}

/** Returns the token of a mail to the address that a login is to have. */
export async function makeConfirmationToken(
  { id: tenantId, db }: TestTenant,
  loginId: number,
  email: string,
  now: Date,
): Promise<string> {
  const row = { tenant_id: tenantId, login_id: loginId, email, created_at: now, expires_at: now };
  await storeConfirmation(db, row);
  const token = await startConfirmation(db, tenantId, { loginId, email }, now);
  if (token === null) throw new Error('another address is asked for');
  return token;
}

export interface SignedIn {
  client: HttpClient;
  account: TestAccount;
  /** null: staff view a customer's portal. */
  loginId: number | null;
}

/** Returns the browser of a customer who is signed in, with a new account and login unless `account` is given. */
export async function signedInCustomer(app: TestApp, tenant: TestTenant, account?: TestAccount): Promise<SignedIn> {
  const own = account ?? (await makeAccount(tenant));
  const { id } = await makeLogin(tenant, own);
  return signedIn(app, tenant, own, { loginId: id, remember: true });
}

/** Returns the browser of staff who view a customer's portal. */
export async function signedInStaff(app: TestApp, tenant: TestTenant, account: TestAccount): Promise<SignedIn> {
  return signedIn(app, tenant, account, { loginId: null, remember: false, staffName: sampleStaff });
}

export const sampleStaff = 'Sam Office';

/**
 * Returns the token of a link to view a customer's portal, made at the test clock's first time unless `now` says
 * otherwise.
 */
export async function makeStaffLinkTo(
  { id: tenantId, db }: TestTenant,
  { id: accountId }: Pick<TestAccount, 'id'>,
  now = new Date('2026-05-16T09:00:00Z'),
): Promise<string> {
  const draft = {
    accountId,
    staffName: sampleStaff,
    reason: '',
    madeBy: { kind: 'operator', name: 'harbour' },
  } as const;
  return (await makeStaffLink(db, tenantId, draft, now)).token;
}

async function signedIn(
  app: TestApp,
  tenant: TestTenant,
  account: TestAccount,
  whose: Omit<NewSession, 'accountId' | 'isOpenedOverTls'>,
): Promise<SignedIn> {
  const session = { accountId: account.id, isOpenedOverTls: false, ...whose };
  const { token } = await startSession(tenant.db, tenant.id, session, app.clock.now());
  const client = app.client(tenant.key);
  client.cookies.set(sessionCookie, token);
  return { client, account, loginId: whose.loginId };
}
