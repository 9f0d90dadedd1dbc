import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { transaction } from './database.ts';

/** What can be made to go wrong with the card provider. The README says what each does to caller and books. */
export const faultKinds = [
  'delay',
  'delay-answer',
  'drop-before',
  'drop-after-commit',
  'status',
  'status-after-commit',
  'slow-body',
  'invalid-json',
  'invisible',
  'duplicate',
] as const;

/** What can be made to go wrong with a provider of single sign-on, beside some of the others. */
export const signOnFaultKinds = [
  'access-denied',
  'empty-subject',
  'issued-later',
  'wrong-audience',
  'wrong-issuer',
  'wrong-nonce',
  'wrong-party',
  'wrong-signature',
] as const;

/** What can be made to go wrong with a page of the partner's apps, beside what befalls its answer. */
export const appFaultKinds = ['hostile-messages', 'never-reports'] as const;

export type FaultKind =
  | (typeof faultKinds)[number]
  | (typeof signOnFaultKinds)[number]
  | (typeof appFaultKinds)[number];

export interface Fault {
  readonly id: string;
  /**
   * Only requests of this account, or of the merchant that owns it; for single sign-on of this provider or client; for
   * the partner's apps of this tenant (`saltmarsh`) or one app of its (`saltmarsh/shore-power`). Null is everybody.
   */
  readonly accountId: string | null;
  readonly operation: string;
  readonly kind: FaultKind;
  /** How many more requests it befalls. */
  readonly remaining: number;
  readonly ms: number;
  readonly status: number;
}

export function addFault(database: DatabaseSync, fault: Omit<Fault, 'id'>): Fault {
  const id = randomUUID();
  database
    .prepare('insert into fault (id, account_id, operation, kind, remaining, ms, status) values (?, ?, ?, ?, ?, ?, ?)')
    .run(id, fault.accountId, fault.operation, fault.kind, fault.remaining, fault.ms, fault.status);
  return { id, ...fault };
}

export function listFaults(database: DatabaseSync): Fault[] {
  return database.prepare('select * from fault order by rowid').all().map(toFault);
}

/** Removes the faults of one account, or all of them. Returns how many there were. */
export function removeFaults(database: DatabaseSync, accountId: string | undefined): number {
  const removed =
    accountId === undefined
      ? database.prepare('delete from fault').run()
      : database.prepare('delete from fault where account_id = ?').run(accountId);
  return Number(removed.changes);
}

/** The faults that befall one request, at most one of each kind, counted down in the same breath. */
export function takeFaults(database: DatabaseSync, operation: string, accountIds: readonly string[]): Fault[] {
  const waiting = database
    .prepare('select * from fault where operation = ? order by rowid')
    .all(operation)
    .map(toFault);
  const mine = waiting.filter((fault) => fault.accountId === null || accountIds.includes(fault.accountId));
  const taken = mine.filter((fault, index) => mine.findIndex((other) => other.kind === fault.kind) === index);
  if (taken.length === 0) return [];
  transaction(database, () => {
    for (const { id } of taken) database.prepare('update fault set remaining = remaining - 1 where id = ?').run(id);
    database.exec('delete from fault where remaining <= 0');
  });
  return taken;
}

/** The faults of one request, by kind. */
export type FaultsOfRequest = ReadonlyMap<FaultKind, Fault>;

/** The same for a request that faults may mean by more than one name. */
export function takeFaultsByKind(
  database: DatabaseSync,
  operations: readonly string[],
  accountIds: readonly string[],
): FaultsOfRequest {
  const faults = operations.flatMap((operation) => takeFaults(database, operation, accountIds));
  return new Map(faults.map((fault) => [fault.kind, fault]));
}

function toFault(row: Record<string, unknown>): Fault {
  return {
    id: String(row['id']),
    accountId: row['account_id'] as string | null,
    operation: String(row['operation']),
    kind: row['kind'] as FaultKind,
    remaining: Number(row['remaining']),
    ms: Number(row['ms']),
    status: Number(row['status']),
  };
}
