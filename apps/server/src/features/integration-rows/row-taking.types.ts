import type { UploadType } from '@quayside/contract/documents/uploads.ts';
import type { TenantDb } from '../../db/client.ts';
import type { TenantSettings } from '../../lib/settings/tenant-settings.ts';

/** The kinds of rows that programs may send, by the import's names. */
export type RowKind =
  | ('sites' | 'accounts' | 'boats' | 'orders' | 'order-lines' | 'estimates' | 'estimate-lines')
  | ('stays' | 'waiting-lists' | 'waiting-list-entries' | 'document-types' | 'documents' | 'agreements')
  | ('consent-groups' | 'consents');

/** A row as a line of the import's file: texts by column. A missing column means "not given". */
export type Row = Readonly<Record<string, string>>;

/** A problem of a row, in the words of the import. */
export interface RowProblem {
  kind: string;
  /** The index of the row among those of its kind. */
  row: number;
  /** null: the row as a whole. */
  column: string | null;
  message: string;
}

/** The file of a row that names one. It was checked and stored before. */
export interface SentFile {
  contentType: UploadType;
  /** The name in the storage. */
  name: string;
  size: number;
  sha256: string;
}

export interface TakenRows {
  problems: RowProblem[];
  /** True if a cell is wrong by itself; false if a row contradicts what is stored. */
  isUnreadable: boolean;
  added: number;
  changed: number;
}

/**
 * Checks rows and stores them as an import does, in the caller's transaction. If there are problems, the caller has to
 * roll back. `app.ts` passes the import's own function in.
 */
export type TakeRows = (
  trx: TenantDb,
  tenant: { id: number; key: string; settings: TenantSettings },
  rows: Readonly<Partial<Record<RowKind, readonly Row[]>>>,
  options: { now: Date; officeWins: boolean; file?: SentFile },
) => Promise<TakenRows>;
