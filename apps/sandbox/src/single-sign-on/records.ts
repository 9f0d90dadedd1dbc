import type { DatabaseSync } from 'node:sqlite';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import { findClient } from './clients.ts';

/** Stores a provider's interactions, codes, tokens and grants, so that they survive a restart. */
export function createRecords(database: DatabaseSync, provider: string): (model: string) => Adapter {
  database.prepare('delete from sso_record where expires_at < ?').run(Date.now());
  return (model) => (model === 'Client' ? clientRecords(database) : recordsOf(database, provider, model));
}

function recordsOf(database: DatabaseSync, provider: string, model: string): Adapter {
  const select = 'select payload, consumed_at from sso_record where provider = ? and model = ? and expires_at > ?';
  const byId = database.prepare(`${select} and id = ?`);
  const byUid = database.prepare(`${select} and uid = ?`);
  const write = database.prepare(
    `insert into sso_record (provider, model, id, uid, grant_id, payload, expires_at) values (?, ?, ?, ?, ?, ?, ?)
     on conflict (provider, model, id) do update set uid = excluded.uid, grant_id = excluded.grant_id,
       payload = excluded.payload, expires_at = excluded.expires_at`,
  );
  const consume = database.prepare('update sso_record set consumed_at = ? where provider = ? and model = ? and id = ?');
  const remove = database.prepare('delete from sso_record where provider = ? and model = ? and id = ?');
  const revoke = database.prepare('delete from sso_record where provider = ? and grant_id = ?');
  return {
    async upsert(id, payload, expiresIn = 3600) {
      const expiresAt = Date.now() + expiresIn * 1000;
      const { uid = null, grantId = null } = payload;
      write.run(provider, model, id, uid, grantId, JSON.stringify(payload), expiresAt);
    },
    // No cookie finds a session again: the sandbox asks each time, so that people can sign in as somebody else.
    find: async (id) => (model === 'Session' ? undefined : read(byId.get(provider, model, Date.now(), id))),
    findByUid: async (uid) => read(byUid.get(provider, model, Date.now(), uid)),
    findByUserCode: async () => undefined,
    async consume(id) {
      consume.run(Math.floor(Date.now() / 1000), provider, model, id);
    },
    async destroy(id) {
      remove.run(provider, model, id);
    },
    async revokeByGrantId(grantId) {
      revoke.run(provider, grantId);
    },
  };
}

function read(row: Record<string, unknown> | undefined): AdapterPayload | undefined {
  if (row === undefined) return undefined;
  const payload = JSON.parse(String(row['payload'])) as AdapterPayload;
  return row['consumed_at'] === null ? payload : { ...payload, consumed: row['consumed_at'] };
}

/** Reads the registered clients. Only the switches change them, never the provider. */
function clientRecords(database: DatabaseSync): Adapter {
  return {
    async find(clientId) {
      const client = findClient(database, clientId);
      if (client === undefined) return undefined;
      return {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        client_name: client.name,
        redirect_uris: client.redirectUris,
      };
    },
    upsert: refuse,
    findByUid: refuse,
    findByUserCode: refuse,
    consume: refuse,
    destroy: refuse,
    revokeByGrantId: refuse,
  };
}

async function refuse(): Promise<undefined> {
  throw new Error('A provider of the sandbox does not write its clients.');
}
