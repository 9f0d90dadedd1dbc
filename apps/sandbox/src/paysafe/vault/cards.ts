import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Instrument } from '../../cards/instrument.ts';
import { newPaymentToken } from './payment-token.ts';

/** A card in a customer's vault. */
export interface StoredCard {
  readonly id: string;
  readonly profileId: string;
  readonly paymentToken: string;
  readonly isDefault: boolean;
  readonly instrument: Instrument;
  readonly fields: CardFields;
}

/** The merchant's details of a card. A replacement removes the fields that it does not give. */
export interface CardFields {
  readonly nickName?: string | undefined;
  readonly merchantRefNum?: string | undefined;
  readonly billingAddressId?: string | undefined;
  readonly accountId?: string | undefined;
}

export function insertCard(
  database: DatabaseSync,
  owner: { serverKey: string; profileId: string },
  card: { instrument: Instrument; fields: CardFields; isDefault: boolean },
  now: number,
): StoredCard {
  const id = randomUUID();
  const paymentToken = newPaymentToken('C');
  // The first card of a customer is the default one, even if the request says otherwise.
  const isDefault = card.isDefault || listCards(database, owner.profileId).length === 0;
  const instrument: Instrument = { ...card.instrument, hasSecurityCode: false };
  if (isDefault) clearDefault(database, owner.profileId);
  database
    .prepare(
      `insert into card
         (id, profile_id, server_key, payment_token, fingerprint, is_default, created_at, instrument, body)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      id,
      owner.profileId,
      owner.serverKey,
      paymentToken,
      instrument.fingerprint,
      isDefault ? 1 : 0,
      now,
      JSON.stringify(instrument),
      JSON.stringify(card.fields),
    );
  return { id, profileId: owner.profileId, paymentToken, isDefault, instrument, fields: card.fields };
}

/** Replaces the merchant's details of a card: fields that are not given are removed. */
export function replaceCard(
  database: DatabaseSync,
  card: StoredCard,
  change: { cardExpiry?: Instrument['cardExpiry'] | undefined; holderName?: string | undefined; isDefault: boolean },
  fields: CardFields,
): StoredCard {
  const instrument: Instrument = {
    ...card.instrument,
    cardExpiry: change.cardExpiry ?? card.instrument.cardExpiry,
    holderName: change.holderName,
  };
  const isDefault = change.isDefault || card.isDefault;
  if (isDefault) clearDefault(database, card.profileId);
  database
    .prepare('update card set instrument = ?, body = ?, is_default = ? where id = ?')
    .run(JSON.stringify(instrument), JSON.stringify(fields), isDefault ? 1 : 0, card.id);
  return { ...card, instrument, fields, isDefault };
}

export function deleteCard(database: DatabaseSync, id: string): void {
  database.prepare('delete from card where id = ?').run(id);
}

export function listCards(database: DatabaseSync, profileId: string): StoredCard[] {
  return database
    .prepare('select * from card where profile_id = ? order by created_at, rowid')
    .all(profileId)
    .map(toCard);
}

export function findCard(database: DatabaseSync, profileId: string, id: string): StoredCard | undefined {
  return toCardOrNone(database.prepare('select * from card where id = ? and profile_id = ?').get(id, profileId));
}

export function findCardOfMerchant(database: DatabaseSync, serverKey: string, id: string): StoredCard | undefined {
  return toCardOrNone(database.prepare('select * from card where id = ? and server_key = ?').get(id, serverKey));
}

export function findCardByToken(
  database: DatabaseSync,
  serverKey: string,
  paymentToken: string,
): StoredCard | undefined {
  const query = 'select * from card where payment_token = ? and server_key = ?';
  return toCardOrNone(database.prepare(query).get(paymentToken, serverKey));
}

/**
 * Presents a card in the provider's form. The answer to its creation names the token that it was made from:
 * `singleUseToken`.
 */
export function presentCard(card: StoredCard, singleUseToken?: string): Record<string, unknown> {
  const { cardBin, lastDigits, cardExpiry, cardType, holderName } = card.instrument;
  return {
    status: 'ACTIVE',
    id: card.id,
    ...(singleUseToken === undefined ? {} : { singleUseToken }),
    cardBin,
    lastDigits,
    cardExpiry,
    ...(holderName === undefined ? {} : { holderName }),
    ...card.fields,
    cardType,
    cardCategory: 'CREDIT',
    paymentToken: card.paymentToken,
    defaultCardIndicator: card.isDefault,
    storedCredentialTokenStatus: 'UNVERIFIED',
  };
}

function clearDefault(database: DatabaseSync, profileId: string): void {
  database.prepare('update card set is_default = 0 where profile_id = ?').run(profileId);
}

function toCardOrNone(row: Record<string, unknown> | undefined): StoredCard | undefined {
  return row === undefined ? undefined : toCard(row);
}

function toCard(row: Record<string, unknown>): StoredCard {
  return {
    id: String(row['id']),
    profileId: String(row['profile_id']),
    paymentToken: String(row['payment_token']),
    isDefault: row['is_default'] === 1,
    instrument: JSON.parse(String(row['instrument'])) as Instrument,
    fields: JSON.parse(String(row['body'])) as CardFields,
  };
}
