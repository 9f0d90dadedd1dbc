import type { TenantDb } from '../../../db/client.ts';
import type { TenantSettings } from '../../../features/tenant/settings.ts';
import type { Field } from '../fields.ts';
import type { GivenFiles } from '../given-file.ts';

/** A marina that rows belong to. */
export interface ImportTenant {
  id: number;
  key: string;
  settings: TenantSettings;
}

/** Something wrong with a row, found by looking at more than one of its cells. */
export type TellProblem = (column: string, message: string) => void;

/** What a check of many rows found. */
export interface Finding {
  line: number;
  column: string;
  message: string;
  /** How many more the check found beyond those that it tells; with the first of them, else 0. */
  untold: number;
}

export interface Counts {
  added: number;
  changed: number;
  unchanged: number;
  removed: number;
}

export interface StoreOptions {
  now: Date;
  /** Whether the file's details of an account replace those that its customer wrote. */
  officeWins: boolean;
  /** Those that rows may name. */
  files: GivenFiles;
}

/** One file of an import: what its rows are, what has to hold, and how they are stored. */
export interface Kind {
  /** The file's name without its ending. */
  name: KindName;
  /** Columns beside `tenant`, by name. */
  fields: (tenant: ImportTenant) => Readonly<Record<string, Field>>;
  /** Columns of the table that rows wait in, with their types. All of a file's own are text. */
  waiting: Readonly<Record<string, string>>;
  /** The columns by which a row is known again. One that is empty is never the same as another. */
  key: readonly string[];
  /** Columns by which checks look rows up, beside the first of `key`. */
  lookedUpBy?: readonly string[];
  /** Makes of a row's texts what waits in the table. By default the texts themselves. */
  read?: (
    values: Readonly<Record<string, string>>,
    tenant: ImportTenant,
    tell: TellProblem,
    options: StoreOptions,
  ) => Record<string, unknown> | Promise<Record<string, unknown>>;
  /** Looks for what is wrong between rows and in what is stored already. The rows that wait are those of all kinds. */
  check: (trx: TenantDb, tenant: ImportTenant, options: StoreOptions) => Promise<Finding[]>;
  store: (trx: TenantDb, tenant: ImportTenant, options: StoreOptions) => Promise<Counts>;
}

export type KindName =
  | 'sites'
  | 'accounts'
  | 'boats'
  | 'consent-groups'
  | 'consents'
  | 'waiting-lists'
  | 'waiting-list-entries'
  | 'agreements'
  | 'orders'
  | 'order-lines'
  | 'estimates'
  | 'estimate-lines'
  | 'stays'
  | 'document-types'
  | 'documents';

/** Columns of a table that rows wait in, all of one type. */
export const waitingAs = (
  type: 'text' | 'bigint' | 'numeric(4, 2)',
  columns: readonly string[],
): Record<string, string> => Object.fromEntries(columns.map((column) => [column, type]));

export const waitingTable = (name: KindName) => `import_${name.replaceAll('-', '_')}`;
