import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { newPaymentToken } from './payment-token.ts';

/** A customer of a merchant, with the fields the merchant gave. */
export interface Profile {
  readonly id: string;
  readonly merchantCustomerId: string;
  readonly paymentToken: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface ProfileInput {
  /** The sandbox's own customers have a fixed id. */
  readonly id?: string;
  readonly merchantCustomerId: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export function insertProfile(database: DatabaseSync, serverKey: string, input: ProfileInput, now: number): Profile {
  const profile: Profile = { ...input, id: input.id ?? randomUUID(), paymentToken: newPaymentToken('P') };
  database
    .prepare(
      `insert into profile (id, server_key, merchant_customer_id, payment_token, created_at, body)
       values (?, ?, ?, ?, ?, ?)`,
    )
    .run(profile.id, serverKey, input.merchantCustomerId, profile.paymentToken, now, JSON.stringify(input.fields));
  return profile;
}

export function replaceProfile(database: DatabaseSync, id: string, input: ProfileInput): void {
  database
    .prepare('update profile set merchant_customer_id = ?, body = ? where id = ?')
    .run(input.merchantCustomerId, JSON.stringify(input.fields), id);
}

/** Removes a profile with its addresses and cards. */
export function deleteProfile(database: DatabaseSync, id: string): void {
  database.prepare('delete from profile where id = ?').run(id);
}

export function findProfile(database: DatabaseSync, serverKey: string, id: string): Profile | undefined {
  return toProfile(database.prepare('select * from profile where id = ? and server_key = ?').get(id, serverKey));
}

export function findProfileByCustomer(
  database: DatabaseSync,
  serverKey: string,
  merchantCustomerId: string,
): Profile | undefined {
  const query = 'select * from profile where merchant_customer_id = ? and server_key = ?';
  return toProfile(database.prepare(query).get(merchantCustomerId, serverKey));
}

function toProfile(row: Record<string, unknown> | undefined): Profile | undefined {
  if (row === undefined) return undefined;
  return {
    id: String(row['id']),
    merchantCustomerId: String(row['merchant_customer_id']),
    paymentToken: String(row['payment_token']),
    fields: JSON.parse(String(row['body'])) as Record<string, unknown>,
  };
}
