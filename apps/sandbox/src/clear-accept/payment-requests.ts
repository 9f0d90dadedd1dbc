import type { DatabaseSync } from 'node:sqlite';
import type { Instrument } from '../cards/instrument.ts';
import type { NewPaymentRequest } from './schemas.ts';

export interface Threeds {
  readonly Eci: string;
  /** The results of 3-D Secure: Y, A, N, U, R, and C while the bank waits for its customer. */
  readonly ThreedsStatus: string;
  readonly Enrolled: 'Y';
  readonly ThreedsId: string;
  readonly Version: string;
  readonly LiabilityShiftStatus: 'shifted' | 'not_shifted';
}

export interface Transaction {
  readonly TransactionId: string;
  readonly ReferenceId: string;
  readonly Type: 'Authorisation' | 'Capture' | 'Refund' | 'Void';
  readonly Amount: number;
  readonly Status: 'Pending' | 'Approved' | 'Declined';
  readonly DeclinedBy?: string;
  readonly DeclineReason?: string;
}

/** A challenge by the bank. It decides about the token that was made with it. */
export interface Challenge {
  readonly acsTransactionId: string;
  readonly serverTransactionId: string;
  readonly verdict?: 'Y' | 'N' | 'U' | 'E';
}

/** The input of the fields, bound to the request. */
export interface Typed {
  /** A temporary token of a new card, or the permanent one of a stored card. */
  readonly token: string;
  readonly cvvToken?: string;
  readonly instrument: Instrument;
}

/** A payment request, from its creation to its transactions. */
export interface PaymentRequest {
  readonly id: string;
  readonly merchantAccountId: string;
  readonly createdAt: number;
  readonly order: NewPaymentRequest;
  readonly typed?: Typed | undefined;
  readonly threeds?: Threeds | undefined;
  readonly challenge?: Challenge | undefined;
  readonly confirmedAt?: number;
  /** Before this time nobody learns that it was confirmed. */
  readonly visibleAt?: number;
  /** Before this time its transactions are pending. */
  readonly settlesAt?: number;
  /** The permanent token of the card, if it is kept. */
  readonly keptToken?: string;
  readonly transactions: readonly Transaction[];
}

/** Stores a request, new or changed. */
export function storeRequest(database: DatabaseSync, request: PaymentRequest): PaymentRequest {
  const { id, merchantAccountId, createdAt, challenge } = request;
  database
    .prepare(
      `insert into clear_accept_request (id, merchant_account_id, acs_transaction_id, created_at, body)
       values (?, ?, ?, ?, ?)
       on conflict (id) do update set acs_transaction_id = excluded.acs_transaction_id, body = excluded.body`,
    )
    .run(id, merchantAccountId, challenge?.acsTransactionId ?? null, createdAt, JSON.stringify(request));
  return request;
}

export function findRequest(database: DatabaseSync, id: string): PaymentRequest | undefined {
  return toRequest(database.prepare('select body from clear_accept_request where id = ?').get(id));
}

/** Finds the request whose challenge has this number at the bank. */
export function findRequestByChallenge(database: DatabaseSync, acsTransactionId: string): PaymentRequest | undefined {
  const query = 'select body from clear_accept_request where acs_transaction_id = ?';
  return toRequest(database.prepare(query).get(acsTransactionId));
}

export function listRequests(database: DatabaseSync, merchantAccountId: string): PaymentRequest[] {
  const query = 'select body from clear_accept_request where merchant_account_id = ? order by created_at, rowid';
  return database
    .prepare(query)
    .all(merchantAccountId)
    .flatMap((row) => toRequest(row) ?? []);
}

const toRequest = (row: Record<string, unknown> | undefined) =>
  row === undefined ? undefined : (JSON.parse(String(row['body'])) as PaymentRequest);
