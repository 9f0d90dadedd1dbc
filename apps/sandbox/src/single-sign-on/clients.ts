import type { DatabaseSync } from 'node:sqlite';
import { brands } from './brands.ts';

/** A site whose visitors sign in with the providers. All of them know it. */
export interface Client {
  readonly clientId: string;
  readonly clientSecret: string;
  /** The site's name on the sign-in page. */
  readonly name: string;
  readonly redirectUris: readonly string[];
}

/** The clients of the demo's two marinas. Tests register others. */
export const demoClients: readonly Client[] = [
  { tenant: 'saltmarsh', name: 'Saltmarsh Marina' },
  { tenant: 'port-azur', name: "Port d'Azur" },
].map(({ tenant, name }) => ({
  clientId: `quayside-${tenant}`,
  clientSecret: 'sandbox-sso-secret',
  name,
  redirectUris: brands.map(({ key }) => `http://${tenant}.localhost/harbour/api/auth/${key}/callback`),
}));

/** Adds a client, or changes the one with this id. */
export function registerClient(database: DatabaseSync, client: Client): void {
  database
    .prepare(
      `insert into sso_client (client_id, client_secret, name, redirect_uris) values (?, ?, ?, ?)
       on conflict (client_id) do update set client_secret = excluded.client_secret, name = excluded.name,
         redirect_uris = excluded.redirect_uris`,
    )
    .run(client.clientId, client.clientSecret, client.name, JSON.stringify(client.redirectUris));
}

export function findClient(database: DatabaseSync, clientId: string): Client | undefined {
  const row = database.prepare('select * from sso_client where client_id = ?').get(clientId);
  if (row === undefined) return undefined;
  return {
    clientId,
    clientSecret: String(row['client_secret']),
    name: String(row['name']),
    redirectUris: JSON.parse(String(row['redirect_uris'])) as string[],
  };
}

/**
 * Tells if a redirect address is registered. On this machine the port and the name (`localhost`, `*.localhost`,
 * `127.0.0.1`) are not compared, because tests and demos choose both: the sandbox's own convention. Elsewhere the
 * address must match exactly, as the standard demands.
 */
export function isRedirectAllowed(registered: readonly string[], wanted: string): boolean {
  if (registered.includes(wanted)) return true;
  const local = localAddress(wanted);
  return local !== undefined && registered.some((address) => localAddress(address) === local);
}

/** Returns path and query of an address on this machine; undefined for every other. */
function localAddress(address: string): string | undefined {
  const url = URL.parse(address);
  if (url === null || url.protocol !== 'http:' || url.hash !== '' || url.username !== '') return undefined;
  const isLocal = url.hostname === '127.0.0.1' || url.hostname === 'localhost' || url.hostname.endsWith('.localhost');
  return isLocal ? url.pathname + url.search : undefined;
}
