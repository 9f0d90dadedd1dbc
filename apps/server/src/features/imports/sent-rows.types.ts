import type { ImportKindName } from '@quayside/contract/integration/imports.ts';
import type { TenantDb } from '../../db/client.ts';
import type { TakeNumbers } from '../../db/sql/numbers.ts';
import type { TenantSettings } from '../../lib/settings/tenant-settings.ts';

export type ImportStep = 'reading' | 'checking' | 'storing';

/** A body of rows that a program has sent. */
export interface SentRows {
  content: AsyncIterable<Uint8Array>;
  /** In bytes. */
  size: number;
  /** The kind of all rows of a CSV file. null: lines of JSON name their own. */
  kind: ImportKindName | null;
  officeWins: boolean;
  now: Date;
  takeNumbers: TakeNumbers;
  /** The most problems, and the most notes, that are kept. */
  mostProblems: number;
  /** Notes how far the import has come. Rows wait until it resolves. */
  tellProgress: (step: ImportStep, rows: number) => Promise<void>;
}

/** One row that is wrong, or a value that stays as its customer wrote it, in the words of the import. */
export interface SentProblem {
  /** null: the line names no kind. */
  kind: ImportKindName | null;
  line: number;
  /** null: the row as a whole. */
  column: string | null;
  message: string;
}

export interface SentCounts {
  kind: ImportKindName;
  added: number;
  changed: number;
  unchanged: number;
  removed: number;
}

export interface TakenSentRows {
  rows: number;
  /** The problems that are kept. If there are any, nothing is stored. */
  problems: SentProblem[];
  /** The number of all problems. */
  problemCount: number;
  /** The values that stay as their customers wrote them. */
  notes: SentProblem[];
  noteCount: number;
  counts: SentCounts[];
  /** The changes by kind, for the audit trail. null: nothing changed. */
  audit: Record<string, string> | null;
}

/**
 * Checks rows and stores them as the command does, in the caller's transaction. If there are problems, the caller has
 * to roll back. The start of the server passes the import's own function in.
 */
export type TakeSentRows = (
  trx: TenantDb,
  tenant: { id: number; key: string; settings: TenantSettings },
  sent: SentRows,
) => Promise<TakenSentRows>;
