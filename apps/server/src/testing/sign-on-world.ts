import { randomUUID } from 'node:crypto';
import { apiBase } from '@quayside/contract/call.ts';
import type { AuthProvider } from '@quayside/contract/tenant.ts';
import { saveSignOnProvider } from '../features/sign-on/providers.service.ts';
import type { HttpClient } from './http-client.ts';
import type { SandboxProcess } from './sandbox-process.ts';
import { makeTenant, sampleSettings, type TestTenant } from './factories.ts';

type Maker = Parameters<typeof makeTenant>[0];
type Sandbox = Pick<SandboxProcess, 'url' | 'ssoUrl'>;

export const providerKeys = ['harbour-id', 'blue-flag'] as const;
export type ProviderKey = (typeof providerKeys)[number];

/** Both of the sandbox's providers as a tenant offers them. */
export const offeredProviders = (changes: Partial<AuthProvider> = {}): AuthProvider[] => [
  { key: 'credentials', displayName: 'E-mail', colour: null, icon: null, enabledInPortal: true },
  { key: 'harbour-id', displayName: 'Harbour ID', colour: '#0f5f5c', icon: null, enabledInPortal: true, ...changes },
  { key: 'blue-flag', displayName: 'Blue Flag Club', colour: '#ffd54a', icon: null, enabledInPortal: true, ...changes },
];

/** A tenant whose customers sign in with the sandbox's providers, as a client of its own there. */
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
  return { ...tenant, clientId };
}

/** Makes the tenant a client of both providers. @param changes to how they are reached */
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

/** Somebody whom both providers know, with the password `sandbox`. */
export async function makePerson(
  sandbox: Sandbox,
  changes: Partial<Person & { emailVerified: boolean }> = {},
): Promise<Person> {
  const person = { sub: randomUUID(), email: `${randomUUID()}@example.com`, emailVerified: true, ...changes };
  for (const provider of providerKeys)
    await control(sandbox, 'sso/people', { provider, ...person, givenName: 'Robin', familyName: 'Test' });
  return person;
}

/** The browser of somebody who goes to a provider: our server's part of it is `client`. */
export class SignOnBrowser {
  readonly client: HttpClient;
  readonly #cookies = new Map<string, string>();

  constructor(client: HttpClient) {
    this.client = client;
  }

  /** Presses a button of the portal. @returns where it leads: the provider's address, or the portal's with `f` */
  async begin(key: string, query: Record<string, string> = {}, headers: Record<string, string> = {}): Promise<string> {
    const search = new URLSearchParams({ portal: 'true', ...query });
    return locationOf(await this.client.get(`${apiBase}auth/${key}?${search.toString()}`, headers));
  }

  /** Says at the provider who they are, or `null` to cancel. @returns our callback's address */
  async answer(address: string, person: Person | null): Promise<URL> {
    const page = await this.#follow(address, {});
    const { origin } = new URL(address);
    if (!page.startsWith(origin)) return new URL(page);
    const fields = person ? { answer: 'sign-in', email: person.email, password: 'sandbox' } : { answer: 'cancel' };
    return new URL(await this.#follow(page, { method: 'POST', body: new URLSearchParams(fields as never) }));
  }

  /** Comes back. @returns the portal's path */
  async comeBack(callback: URL): Promise<string> {
    return locationOf(await this.client.get(callback.pathname + callback.search));
  }

  /** The whole round trip. */
  async signOn(key: string, person: Person | null, query: Record<string, string> = {}): Promise<string> {
    const address = await this.begin(key, query);
    return address.startsWith('http') ? this.comeBack(await this.answer(address, person)) : address;
  }

  /** Goes on as long as one origin sends it on within itself. @returns the last address */
  async #follow(address: string, init: RequestInit): Promise<string> {
    const cookie = [...this.#cookies].map((pair) => pair.join('=')).join('; ');
    const response = await fetch(address, { ...init, redirect: 'manual', headers: { cookie, accept: 'text/html' } });
    await response.body?.cancel();
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) return address;
    const next = new URL(location, address);
    return next.origin === new URL(address).origin ? this.#follow(next.href, {}) : next.href;
  }
}

function locationOf({ status, headers, text }: { status: number; headers: Headers; text: string }): string {
  const location = headers.get('location');
  if (status !== 303 || location === null) throw new Error(`no redirect but ${status}: ${text}`);
  return location;
}
