import { Scope } from '@quayside/contract/integration/scopes.ts';
import { createKey, type KeyDraft } from '../../features/integration-keys/integration-keys.service.ts';
import type { TestApp } from '../app.ts';
import { HttpClient } from '../http-client.ts';
import type { TestTenant } from './factories.ts';

type ClockOf = Pick<TestApp, 'clock'>;

/** Makes a key of the integration API, by default a live one with every scope and without an end. */
export async function makeIntegrationKey(
  { clock }: ClockOf,
  tenant: TestTenant,
  changes: Partial<KeyDraft> = {},
): Promise<{ id: number; text: string }> {
  const draft: KeyDraft = { name: 'Back office', mode: 'live', scopes: Scope.options, expiresAt: null, ...changes };
  return createKey({ db: tenant.db, tenant, clock }, draft, { kind: 'operator', name: 'harbour' });
}

/** Returns a program that sends this key, and names no marina beside it. */
export function programWith({ url }: Pick<TestApp, 'url'>, key: string): HttpClient {
  const client = new HttpClient(url);
  client.headers.authorization = `Bearer ${key}`;
  return client;
}

/** Returns a program of the marina, with a new key. */
export async function programOf(
  app: TestApp,
  tenant: TestTenant,
  changes: Partial<KeyDraft> = {},
): Promise<HttpClient> {
  return programWith(app, (await makeIntegrationKey(app, tenant, changes)).text);
}
