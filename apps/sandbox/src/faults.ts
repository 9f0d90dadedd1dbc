import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { transaction } from './database.ts';

/** The faults of card providers. The README says what each does to the caller and the books. */
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

/** The kinds of faults that only one wire has. Each wire adds its own (`declare module`). */
export interface OwnFaultKinds {}

/** `wrong-signature` forges what a bank, a provider of single sign-on or a provider's event says. */
export type FaultKind = (typeof faultKinds)[number] | 'wrong-signature' | keyof OwnFaultKinds;

export interface Fault {
  readonly id: string;
  /**
   * Limits the fault to this account or to the merchant that owns it; for single sign-on, to this provider or
   * client; for the partner's apps, to this tenant (`saltmarsh`) or one of its apps (`saltmarsh/shore-power`). Null
   * is everybody.
   */
  readonly accountId: string | null;
  readonly operation: string;
  readonly kind: FaultKind;
  /** The number of further requests that it applies to. */
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

/** Removes the faults of one account, or all of them. Returns their number. */
export function removeFaults(database: DatabaseSync, accountId: string | undefined): number {
  const removed =
    accountId === undefined
      ? database.prepare('delete from fault').run()
      : database.prepare('delete from fault where account_id = ?').run(accountId);
  return Number(removed.changes);
}

/** Takes the faults of one request, at most one of each kind, and counts them down. */
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

/** Takes the faults of a request that several names may mean. */
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
