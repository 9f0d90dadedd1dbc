import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { apiBase } from '@quayside/contract/shared/call.ts';
import type { AuthProvider } from '@quayside/contract/tenant/tenant.ts';
import { saveSignOnProvider } from '../features/sign-on/providers.service.ts';
import type { Clock } from '../http/context.ts';
import { makeTenant, sampleSettings, type TestTenant } from './factories/factories.ts';
import { HttpClient } from './http-client.ts';
import type { SandboxProcess } from './processes/sandbox-process.ts';

type Maker = Parameters<typeof makeTenant>[0] & { clock: Clock };
type Sandbox = Pick<SandboxProcess, 'url' | 'ssoUrl'>;

export const providerKeys = ['harbour-id', 'blue-flag'] as const;
export type ProviderKey = (typeof providerKeys)[number];

/** Returns both of the sandbox's providers, as a tenant offers them. */
export const offeredProviders = (changes: Partial<AuthProvider> = {}): AuthProvider[] => [
  { key: 'credentials', displayName: 'E-mail', colour: null, icon: null, enabledInPortal: true },
  { key: 'harbour-id', displayName: 'Harbour ID', colour: '#0f5f5c', icon: null, enabledInPortal: true, ...changes },
  { key: 'blue-flag', displayName: 'Blue Flag Club', colour: '#ffd54a', icon: null, enabledInPortal: true, ...changes },
];

/** Sets the providers' clock for one client to a server's. @param aheadMs the difference, positive if it is ahead */
export const setProvidersClock = (sandbox: Sandbox, clientId: string, clock: Clock, aheadMs = 0): Promise<void> =>
  control(sandbox, 'clock', { offsetMs: clock.now().getTime() - Date.now() + aheadMs, accountId: clientId });

/** Makes a tenant whose customers sign in with the sandbox's providers. It has a client of its own there. */
export async function makeSignOnTenant(
  maker: Maker,
  sandbox: Sandbox,
  {
    authProviders = offeredProviders(),
    ...draft
  }: { authProviders?: AuthProvider[]; key?: string; hosts?: string[] } = {},
): Promise<TestTenant & { clientId: string }> {
  const tenant = await makeTenant(maker, { settings: sampleSettings({ authProviders }), ...draft });
  const clientId = `client-of-${tenant.key}`;
  await letSignOn(tenant, sandbox, clientId);
  await setProvidersClock(sandbox, clientId, maker.clock);
  return { ...tenant, clientId };
}

/** Makes the tenant a client of both providers. @param changes to the settings of their connection */
export async function letSignOn(
  tenant: TestTenant,
  sandbox: Sandbox,
  clientId: string,
  changes: Record<string, unknown> = {},
): Promise<void> {
  const clientSecret = `secret of ${clientId}`;
  const redirectUris = providerKeys.map((key) => `http://localhost${apiBase}auth/${key}/callback`);
  await control(sandbox, 'sso/clients', { clientId, clientSecret, redirectUris });
  for (const key of providerKeys)
    await saveSignOnProvider(tenant.db, tenant.id, key, {
      issuer: `${sandbox.ssoUrl}/${key}`,
      clientId,
      clientSecret,
      ...changes,
    });
}

export const appleProvider: AuthProvider = {
  key: 'apple',
  displayName: 'Apple',
  colour: '#000000',
  icon: null,
  enabledInPortal: true,
};

const apples = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const appleKey = { teamId: 'TEAM000001', keyId: 'KEY0000001' };

/**
 * Makes the tenant a client of the sandbox's Apple, with a key of its own.
 * @param changes to the settings of the connection
 */
export async function letSignOnWithApple(
  tenant: TestTenant,
  sandbox: Sandbox,
  changes: Record<string, unknown> = {},
): Promise<{ clientId: string; privateKey: string }> {
  const clientId = `com.example.${tenant.key}`;
  const redirectUris = [`http://localhost${apiBase}auth/apple/callback`];
  await control(sandbox, 'sso/clients', { clientId, clientSecret: 'Apple knows none', redirectUris });
  const publicKey = apples.publicKey.export({ type: 'spki', format: 'pem' });
  await control(sandbox, 'sso/apple-keys', { ...appleKey, clientId, publicKey });
  const privateKey = apples.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  await saveSignOnProvider(tenant.db, tenant.id, 'apple', {
    issuer: `${sandbox.ssoUrl}/apple`,
    clientId,
    signingKey: { ...appleKey, privateKey },
    scope: 'openid name email',
    responseMode: 'form_post',
    ...changes,
  });
  return { clientId, privateKey };
}

/** Uses one of the sandbox's switches. */
export async function control({ url }: Sandbox, path: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${url}/_sandbox/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`the sandbox's ${path} answered ${response.status}: ${await response.text()}`);
}

export interface Person {
  email: string;
  sub: string;
}

/** Makes a person whom all providers know, with the password `sandbox`. */
export async function makePerson(
  sandbox: Sandbox,
  changes: Partial<Person & { emailVerified: boolean }> = {},
): Promise<Person> {
  const person = { sub: randomUUID(), email: `${randomUUID()}@example.com`, emailVerified: true, ...changes };
  for (const provider of [...providerKeys, 'apple'])
    await control(sandbox, 'sso/people', { provider, ...person, givenName: 'Robin', familyName: 'Test' });
  return person;
}

/** The browser of a person who signs in with a provider. `client` is its part that talks to our server. */
export class SignOnBrowser {
  readonly client: HttpClient;
  readonly #cookies = new Map<string, string>();

  constructor(client: HttpClient) {
    this.client = client;
  }

  /**
   * Presses a button of the portal.
   * @returns the address of the redirect: the provider's, or the portal's with `f`
   */
  async begin(key: string, query: Record<string, string> = {}, headers: Record<string, string> = {}): Promise<string> {
    const search = new URLSearchParams({ portal: 'true', ...query });
    return locationOf(await this.client.get(`${apiBase}auth/${key}?${search.toString()}`, headers));
  }

  /** Signs in at the provider; `null` cancels. @returns our callback's address */
  async answer(address: string, person: Person | null): Promise<URL> {
    return new URL((await this.#sayWho(address, person)).address);
  }

  /** Does the same at a provider that posts its answer. @returns the fields of its form and their target */
  async answerByForm(address: string, person: Person | null): Promise<PostedForm> {
    const { text } = await this.#sayWho(address, person);
    const plain = (value = '') => value.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
    const fields = [...text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
    return {
      action: new URL(plain(/action="([^"]*)"/.exec(text)?.[1])),
      fields: Object.fromEntries(fields.map(([, name, value]) => [name ?? '', plain(value)])),
      origin: new URL(address).origin,
    };
  }

  async #sayWho(address: string, person: Person | null): Promise<{ address: string; text: string }> {
    const page = await this.#follow(address, {});
    const { origin } = new URL(address);
    if (!page.address.startsWith(origin)) return page;
    const fields = person ? { answer: 'sign-in', email: person.email, password: 'sandbox' } : { answer: 'cancel' };
    return this.#follow(page.address, { method: 'POST', body: new URLSearchParams(fields) });
  }

  /** Posts a provider's form to us as its page does: with the page's Origin, and without our cookies. */
  async post({ action, fields, origin }: PostedForm): Promise<string> {
    const stranger = new HttpClient(this.client.url);
    const headers = { ...this.client.headers, origin, 'content-type': 'application/x-www-form-urlencoded' };
    const body = new URLSearchParams(fields).toString();
    return locationOf(await stranger.request('POST', action.pathname, { body, headers }));
  }

  /** Opens the callback. @returns the portal's path */
  async comeBack(callback: URL): Promise<string> {
    return locationOf(await this.client.get(callback.pathname + callback.search));
  }

  /** Does the whole round trip. */
  async signOn(key: string, person: Person | null, query: Record<string, string> = {}): Promise<string> {
    const address = await this.begin(key, query);
    return address.startsWith('http') ? this.comeBack(await this.answer(address, person)) : address;
  }

  /** Follows redirects within one origin. @returns the last address, and its page */
  async #follow(address: string, init: RequestInit): Promise<{ address: string; text: string }> {
    const cookie = [...this.#cookies].map((pair) => pair.join('=')).join('; ');
    const response = await fetch(address, { ...init, redirect: 'manual', headers: { cookie, accept: 'text/html' } });
    const text = await response.text();
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) return { address, text };
    const next = new URL(location, address);
    return next.origin === new URL(address).origin ? this.#follow(next.href, {}) : { address: next.href, text };
  }
}

export interface PostedForm {
  action: URL;
  fields: Record<string, string>;
  /** The origin of the page that posts it. */
  origin: string;
}

function locationOf({ status, headers, text }: { status: number; headers: Headers; text: string }): string {
  const location = headers.get('location');
  if (status !== 303 || location === null) throw new Error(`no redirect but ${status}: ${text}`);
  return location;
}
