import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';

export interface Address {
  readonly id: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export function insertAddress(
  database: DatabaseSync,
  profileId: string,
  fields: Readonly<Record<string, unknown>>,
  now: number,
): Address {
  const id = randomUUID();
  database
    .prepare('insert into address (id, profile_id, created_at, body) values (?, ?, ?, ?)')
    .run(id, profileId, now, JSON.stringify(fields));
  if (fields['defaultShippingAddressIndicator'] === true) clearOtherDefaults(database, profileId, id);
  return { id, fields };
}

/** Replaces a whole address: fields that are not given are removed. */
export function replaceAddress(
  database: DatabaseSync,
  profileId: string,
  id: string,
  fields: Readonly<Record<string, unknown>>,
): Address {
  database.prepare('update address set body = ? where id = ?').run(JSON.stringify(fields), id);
  if (fields['defaultShippingAddressIndicator'] === true) clearOtherDefaults(database, profileId, id);
  return { id, fields };
}

export function deleteAddress(database: DatabaseSync, id: string): void {
  database.prepare('delete from address where id = ?').run(id);
}

export function listAddresses(database: DatabaseSync, profileId: string): Address[] {
  const rows = database.prepare('select * from address where profile_id = ? order by created_at, rowid').all(profileId);
  return rows.map(toAddress);
}

export function findAddress(database: DatabaseSync, profileId: string, id: string): Address | undefined {
  const row = database.prepare('select * from address where id = ? and profile_id = ?').get(id, profileId);
  return row === undefined ? undefined : toAddress(row);
}

/** Presents an address in the provider's form. */
export function presentAddress(address: Address): Record<string, unknown> {
  return { id: address.id, defaultShippingAddressIndicator: false, ...address.fields, status: 'ACTIVE' };
}

function clearOtherDefaults(database: DatabaseSync, profileId: string, id: string): void {
  database
    .prepare(`update address set body = json_remove(body, '$.defaultShippingAddressIndicator')
              where profile_id = ? and id <> ?`)
    .run(profileId, id);
}

function toAddress(row: Record<string, unknown>): Address {
  return { id: String(row['id']), fields: JSON.parse(String(row['body'])) as Record<string, unknown> };
}
