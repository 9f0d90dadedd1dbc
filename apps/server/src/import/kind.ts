import type { TenantDb } from '../db/client.ts';
import type { TakeNumbers } from '../db/sql/numbers.ts';
import type { Columns, ImportTenant, KindName } from './columns.ts';
import type { RowFiles } from './given-file.ts';

/** Reports a problem of a row that more than one of its cells shows. */
export type TellProblem = (column: string, message: string) => void;

/** The texts of a row by column, in our own notation. */
export type RowValues = Readonly<Record<string, string>>;

/** A finding of a check over many rows. */
export interface Finding {
  line: number;
  column: string;
  message: string;
  /** True if the row is wrong by itself, whatever is stored. */
  isWrongAlone?: boolean;
  /** The number of further findings that are not listed; set on the first finding, else 0. */
  unlisted: number;
}

export interface Counts {
  added: number;
  changed: number;
  unchanged: number;
  removed: number;
}

export interface StoreOptions {
  now: Date;
  /** True if the file's details of an account replace those that its customer wrote. */
  officeWins: boolean;
  /** The files that rows may name. */
  files: RowFiles;
  /** Takes the running numbers that payments in the portal need too. A long import takes them apart from its rows. */
  takeNumbers: TakeNumbers;
}

/** One kind of file in an import: its columns, its rules, and how its rows are stored. */
export interface ImportKind {
  /** The file's name without its ending. */
  name: KindName;
  /** The columns beside `tenant`, by name. */
  columns: Columns;
  /** The columns that identify a row. An empty one never equals another. */
  key: readonly string[];
  /** The columns by which checks look rows up, beside the first of `key`. */
  lookedUpBy?: readonly string[];
  /**
   * Set if stored rows stay when their account is erased: a file may go on to have them. The value is the column of the
   * table with the row's reference.
   */
  outlivesAccount?: 'reference' | 'office_reference';
  /** Turns a row's texts into the row that waits in the table. Default: the texts themselves. */
  read?: (
    values: RowValues,
    tenant: ImportTenant,
    tell: TellProblem,
    options: StoreOptions,
  ) => Record<string, unknown> | Promise<Record<string, unknown>>;
  /**
   * Checks rows against each other and against what is stored. The rows of all kinds are waiting by then, and the
   * objects that the columns refer to exist.
   */
  check?: (trx: TenantDb, tenant: ImportTenant, options: StoreOptions) => Promise<Finding[]>;
  store: (trx: TenantDb, tenant: ImportTenant, options: StoreOptions) => Promise<Counts>;
  /**
   * Records the events of what this transaction has made and changed, after the rows of all kinds are stored. Kinds
   * whose rows change the same objects share it, and it runs once.
   */
  recordEvents?: (trx: TenantDb, tenant: ImportTenant, now: Date) => Promise<void>;
  /** Finds rows that are right and may be a mistake, for a person who tries an import. */
  findDoubtful?: (trx: TenantDb, tenant: ImportTenant) => Promise<Finding[]>;
  /** Finds values that stay as customers wrote them, unless the office wins. */
  findKept?: (trx: TenantDb, tenant: ImportTenant) => Promise<Finding[]>;
}

/** Records the events of an import's kinds. */
export async function recordEventsOf(
  kinds: readonly ImportKind[],
  trx: TenantDb,
  tenant: ImportTenant,
  now: Date,
): Promise<void> {
  for (const record of new Set(kinds.map(({ recordEvents }) => recordEvents))) await record?.(trx, tenant, now);
}

/** Returns the name of the temporary table in which rows of a kind wait. */
export const waitingTable = (name: KindName) => `import_${name.replaceAll('-', '_')}`;
