import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Instrument } from '../../cards/instrument.ts';
import { fieldError, ProviderError } from '../provider-error.ts';
import { newPaymentToken } from './payment-token.ts';

/** The lifetime of a token from the browser's fields, in seconds. */
export const tokenLifeSeconds = 299;
/** The lifetime of a token from a wallet, in seconds. */
export const walletTokenLifeSeconds = 899;

export interface SingleUseToken {
  readonly id: string;
  readonly paymentToken: string;
  readonly expiresAt: number;
  readonly charged: boolean;
  readonly vaulted: boolean;
  readonly instrument: Instrument;
}

export function createSingleUseToken(
  database: DatabaseSync,
  serverKey: string,
  instrument: Instrument,
  now: number,
  prefix: 'SC' | 'G' | 'A' = 'SC',
): SingleUseToken {
  const id = randomUUID();
  const paymentToken = newPaymentToken(prefix);
  const expiresAt = now + (prefix === 'SC' ? tokenLifeSeconds : walletTokenLifeSeconds) * 1000;
  database
    .prepare(
      `insert into single_use_token (id, server_key, payment_token, created_at, expires_at, instrument)
       values (?, ?, ?, ?, ?, ?)`,
    )
    .run(id, serverKey, paymentToken, now, expiresAt, JSON.stringify(instrument));
  return { id, paymentToken, expiresAt, charged: false, vaulted: false, instrument };
}

export function findSingleUseToken(
  database: DatabaseSync,
  serverKey: string,
  paymentToken: string,
): SingleUseToken | undefined {
  const row = database
    .prepare('select * from single_use_token where payment_token = ? and server_key = ?')
    .get(paymentToken, serverKey);
  if (row === undefined) return undefined;
  return {
    id: String(row['id']),
    paymentToken,
    expiresAt: Number(row['expires_at']),
    charged: row['charged_at'] !== null,
    vaulted: row['vaulted_at'] !== null,
    instrument: JSON.parse(String(row['instrument'])) as Instrument,
  };
}

export const isExpired = ({ expiresAt }: SingleUseToken, now: number): boolean => now >= expiresAt;

/** Spends the token's one payment. Throws a 5502 if it is spent already. */
export function spendOnPayment(database: DatabaseSync, token: SingleUseToken, now: number): void {
  if (token.charged) throw new ProviderError('5502');
  database.prepare('update single_use_token set charged_at = ? where id = ?').run(now, token.id);
}

/** Spends the token's one vaulting. Throws a 5068 if it is spent already. */
export function spendOnVault(database: DatabaseSync, token: SingleUseToken, field: string, now: number): void {
  if (token.vaulted) throw fieldError(field, 'The single-use token has already been used');
  database.prepare('update single_use_token set vaulted_at = ? where id = ?').run(now, token.id);
}
