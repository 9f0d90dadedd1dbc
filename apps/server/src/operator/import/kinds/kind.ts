import type { TenantDb } from '../../../db/client.ts';
import type { TenantSettings } from '../../../lib/tenant-settings.ts';
import type { Field } from '../fields.ts';
import type { GivenFiles } from '../given-file.ts';

/** A marina that owns rows. */
export interface ImportTenant {
  id: number;
  key: string;
  settings: TenantSettings;
}

/** Reports a problem of a row that more than one of its cells shows. */
export type TellProblem = (column: string, message: string) => void;

/** A finding of a check over many rows. */
export interface Finding {
  line: number;
  column: string;
  message: string;
  /** The number of further findings that are not listed; set on the first finding, else 0. */
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
  /** True if the file's details of an account replace those that its customer wrote. */
  officeWins: boolean;
  /** The files that rows may name. */
  files: GivenFiles;
}

/** One kind of file in an import: its columns, its rules, and how its rows are stored. */
export interface Kind {
  /** The file's name without its ending. */
  name: KindName;
  /** The columns beside `tenant`, by name. */
  fields: (tenant: ImportTenant) => Readonly<Record<string, Field>>;
  /** The columns of the table in which rows wait, with their types. Columns of the file itself are text. */
  waiting: Readonly<Record<string, string>>;
  /** The columns that identify a row. An empty one never equals another. */
  key: readonly string[];
  /** The columns by which checks look rows up, beside the first of `key`. */
  lookedUpBy?: readonly string[];
  /** Turns a row's texts into the row that waits in the table. Default: the texts themselves. */
  read?: (
    values: Readonly<Record<string, string>>,
    tenant: ImportTenant,
    tell: TellProblem,
    options: StoreOptions,
  ) => Record<string, unknown> | Promise<Record<string, unknown>>;
  /** Checks rows against each other and against what is stored. The rows of all kinds are waiting by then. */
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
  | 'payments'
  | 'estimates'
  | 'estimate-lines'
  | 'stays'
  | 'document-types'
  | 'documents';

/** Returns the columns of a table in which rows wait, all of one type. */
export const waitingAs = (
  type: 'text' | 'bigint' | 'numeric(4, 2)',
  columns: readonly string[],
): Record<string, string> => Object.fromEntries(columns.map((column) => [column, type]));

export const waitingTable = (name: KindName) => `import_${name.replaceAll('-', '_')}`;
