import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Instrument } from '../cards/instrument.ts';

interface Owner {
  readonly merchantAccountId: string;
  /** The merchant's own name of its customer. */
  readonly customerReference: string;
}

/** Returns the permanent token of a customer's card. The same card has the same token. */
export function keepCard(
  database: DatabaseSync,
  { merchantAccountId, customerReference }: Owner,
  instrument: Instrument,
): string {
  const row = database
    .prepare(
      `insert into clear_accept_card (token, merchant_account_id, customer_reference, fingerprint, instrument)
       values (?, ?, ?, ?, ?)
       on conflict (merchant_account_id, customer_reference, fingerprint) do update set instrument = excluded.instrument
       returning token`,
    )
    .get(
      `cardperm_${randomUUID()}`,
      merchantAccountId,
      customerReference,
      instrument.fingerprint,
      JSON.stringify(instrument),
    );
  return String(row?.['token']);
}

export function findKeptCard(database: DatabaseSync, merchantAccountId: string, token: string): Instrument | undefined {
  const query = 'select instrument from clear_accept_card where token = ? and merchant_account_id = ?';
  const row = database.prepare(query).get(token, merchantAccountId);
  return row === undefined ? undefined : (JSON.parse(String(row['instrument'])) as Instrument);
}
